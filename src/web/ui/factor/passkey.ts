/** The browser's passkeys, with sentences for what a person did. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import type { MadePasskey, SignedByPasskey } from '#contract/sign-in-step.ts';

type ToMake = Parameters<typeof startRegistration>[0]['optionsJSON'];
type ToSign = Parameters<typeof startAuthentication>[0]['optionsJSON'];

export const hasPasskeys = browserSupportsWebAuthn;

/** @param options as the server made them */
export async function makePasskey(options: unknown): Promise<MadePasskey> {
  try {
    return (await startRegistration({ optionsJSON: options as ToMake })) as MadePasskey;
  } catch (error) {
    throw inWords(error, 'No passkey was made. Try again.');
  }
}

/** @param options as the server made them */
export async function signWithPasskey(options: unknown): Promise<SignedByPasskey> {
  try {
    return (await startAuthentication({ optionsJSON: options as ToSign })) as SignedByPasskey;
  } catch (error) {
    throw inWords(error, 'No passkey was used. Try again.');
  }
}

function inWords(cause: unknown, otherwise: string): Error {
  const name = cause instanceof Error ? cause.name : '';
  const there = name === 'InvalidStateError';
  return new Error(there ? 'This device already has a passkey of yours.' : otherwise, { cause });
}
