/** Forms byte by byte, as no browser writes them. */

export interface FormPart {
  name: string;
  content: string | Uint8Array;
  fileName?: string;
  /** Instead of the line that names the part. */
  disposition?: string;
  headers?: readonly string[];
}

const quoted = (text: string) => text.replaceAll('"', '%22');

/** The bytes of a form; without `end` it is cut off. */
export function formBytes(
  parts: readonly FormPart[],
  { boundary = 'b', end = true } = {},
): Uint8Array<ArrayBuffer> {
  const pieces = parts.flatMap(({ name, content, fileName, disposition, headers = [] }) => {
    const file = fileName === undefined ? '' : `; filename="${quoted(fileName)}"`;
    const line = disposition ?? `Content-Disposition: form-data; name="${quoted(name)}"${file}`;
    const head = [`--${boundary}`, line, ...headers].join('\r\n');
    return [Buffer.from(`${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Uint8Array.from(Buffer.concat([...pieces, Buffer.from(end ? `--${boundary}--\r\n` : '')]));
}

export const formType = 'multipart/form-data; boundary=b';
