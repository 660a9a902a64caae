/** A passkey as a device makes it (WebAuthn Level 3): ES256, the person verified, no attestation. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface SoftPasskey {
  id: string;
  /** The response to a challenge to make it. */
  made(challenge: string, at?: Where): object;
  /** The response to a challenge to sign. */
  signed(challenge: string, at?: Where): object;
}

interface Where {
  host?: string;
  origin?: string;
  /** How often it signed, as it says. */
  counter?: number;
  userVerified?: boolean;
}

export function softPasskey(usual: Required<Pick<Where, 'host' | 'origin'>>): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const head = (host: string, flags: number, count: number) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(count);
    return Buffer.concat([sha256(Buffer.from(host)), Buffer.from([flags]), counted]);
  };

  const response = (parts: Record<string, Buffer>) => ({
    ...{ id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {} },
    response: Object.fromEntries(Object.entries(parts).map(([key, bytes]) => [key, text(bytes)])),
  });

  return {
    id: text(id),
    made(challenge, { host = usual.host, origin = usual.origin, userVerified = true } = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: EC2, ES256, P-256, and the point.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = [Buffer.alloc(16), Buffer.from([0, id.length]), id, key];
      const auth = Buffer.concat([head(host, userVerified ? 0x45 : 0x41, 0), ...credential]);
      // CBOR: {fmt: "none", attStmt: {}, authData: bytes}
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([auth.length]),
        auth,
      ]);
      const clientDataJSON = clientData('webauthn.create', challenge, origin);
      return response({ clientDataJSON, attestationObject });
    },
    signed(challenge, at = {}) {
      const { host = usual.host, origin = usual.origin, userVerified = true } = at;
      counter = at.counter ?? counter + 1;
      const authenticatorData = head(host, userVerified ? 0x05 : 0x01, counter);
      const clientDataJSON = clientData('webauthn.get', challenge, origin);
      const signature = sign(
        'sha256',
        Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
        privateKey,
      );
      return response({ clientDataJSON, authenticatorData, signature });
    },
  };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');
