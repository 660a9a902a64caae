/** How the form parser reads a header; the package has no types for this file. */
declare module '@fastify/busboy/lib/utils/parseParams.js' {
  /** The value, then its parameters; one without "=" is a string. */
  function parseParams(header: string): (string | [string, string | undefined])[];
  export = parseParams;
}
