/** The part of the package that is used; it has no types of its own. */
declare module 'sherpa-onnx-node' {
  export interface OfflineTts {
    generate(request: {
      text: string;
      /** Number of the speaker. */
      sid: number;
      speed: number;
      enableExternalBuffer: boolean;
    }): { samples: Float32Array; sampleRate: number };
  }
  const sherpa: { OfflineTts: new (config: object) => OfflineTts };
  // biome-ignore lint/style/noDefaultExport: as the package exports it
  export default sherpa;
}
