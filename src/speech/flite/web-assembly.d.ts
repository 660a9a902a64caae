/** The part of the WebAssembly interface in use; TypeScript ships it with the browser's types only. */
declare namespace WebAssembly {
  class Module {
    private readonly brand: 'module';
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  type ModuleImports = Record<string, (...args: never[]) => number>;
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Record<string, ModuleImports>): Promise<Instance>;
}
