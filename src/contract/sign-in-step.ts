/** The second step of a sign-in: the password was accepted, the second factor is still to come. */
import { z } from 'zod';

export const factorWays = ['code', 'passkey', 'recoveryCode'] as const;
export const factorWay = z.enum(factorWays);
export type FactorWay = z.infer<typeof factorWay>;

/** With the error `second_factor_required`. The token is good for the second step and nothing else. */
export const signInStep = z.object({ token: z.string(), ways: z.array(factorWay) });
export type SignInStep = z.infer<typeof signInStep>;

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[\w-]*$/);
const credential = {
  id: base64url(2_000),
  rawId: base64url(2_000),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
};

/** What a browser returns when a passkey signed; WebAuthn's AuthenticationResponseJSON. */
export const signedByPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: base64url(200).optional(),
  }),
});
export type SignedByPasskey = z.infer<typeof signedByPasskey>;

/** What a browser returns when a passkey was made; WebAuthn's RegistrationResponseJSON. */
export const madePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type MadePasskey = z.infer<typeof madePasskey>;

/** What a browser is to be given; WebAuthn's options in JSON. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });

/** One of these, not several. Spaces and hyphens in codes do not count. */
export const factorInput = {
  code: z.string().max(20).optional(),
  recoveryCode: z.string().max(60).optional(),
  passkey: signedByPasskey.optional(),
};
export interface FactorInput {
  code?: string | undefined;
  recoveryCode?: string | undefined;
  passkey?: SignedByPasskey | undefined;
}
