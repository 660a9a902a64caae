/** The bill of materials in CycloneDX 1.6, without time and UUID, so that it is reproducible. */
import type { Package, Packages } from './packages.ts';

interface Product {
  name: string;
  version: string;
  license: string;
  commit: string;
}

/** Every package of the release, with its license, registry checksum and dependencies. */
export function billOfMaterials(product: Product, { direct, all }: Packages): string {
  const own = `pkg:generic/${product.name}@${product.version}`;
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: product.name,
        version: product.version,
        licenses: [{ license: { id: product.license } }],
        properties: [{ name: 'carillon:commit', value: product.commit }],
      },
    },
    components: all.map(component),
    dependencies: [
      { ref: own, dependsOn: [...direct].sort() },
      ...all.map(({ path, needs }) => ({ ref: path, dependsOn: [...needs].sort() })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** One version of a package may be installed twice; the path distinguishes them. */
function component({ name, version, path: ref, integrity, license }: Package) {
  const [scope, base] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const path = scope ? `${encodeURIComponent(scope)}/${base}` : name;
  return {
    type: 'library',
    'bom-ref': ref,
    ...(scope && { group: scope }),
    name: base,
    version,
    purl: `pkg:npm/${path}@${version}`,
    ...(integrity && { hashes: [hashOf(integrity)] }),
    ...(license && { licenses: [licence(license)] }),
  };
}

/** `sha512-…` in base64, as in the lock file. */
function hashOf(integrity: string): { alg: string; content: string } {
  const [algorithm = '', value = ''] = integrity.split('-', 2);
  const content = Buffer.from(integrity.slice(algorithm.length + 1) || value, 'base64');
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: content.toString('hex') };
}

/** An SPDX identifier, or several joined by AND and OR. */
function licence(text: string) {
  if (/^[A-Za-z0-9.+-]+$/.test(text)) return { license: { id: text } };
  if (/ (AND|OR|WITH) /.test(text)) return { expression: text };
  return { license: { name: text } };
}
