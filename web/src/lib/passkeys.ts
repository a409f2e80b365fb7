/** Passkeys: pass the server's challenge to the device, and its answer back as JSON. */

const codes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

const text = (data: ArrayBuffer | null): string | undefined =>
  data
    ? btoa(String.fromCharCode(...new Uint8Array(data)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    : undefined;

/** Whether this browser supports passkeys; never without https. */
export const known = (): boolean => 'PublicKeyCredential' in window;

interface Named {
  id: string;
  type: PublicKeyCredentialType;
}

const named = (each: Named): PublicKeyCredentialDescriptor => ({
  type: each.type,
  id: codes(each.id),
});

/** Create a passkey. */
export async function make(asked: string): Promise<string> {
  const options = JSON.parse(asked) as PublicKeyCredentialCreationOptions & {
    challenge: string;
    user: { id: string; name: string; displayName: string };
    excludeCredentials?: Named[];
  };
  const made = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: codes(options.challenge),
      user: { ...options.user, id: codes(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(named),
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return serialized(made, {
    clientDataJSON: text(response.clientDataJSON),
    attestationObject: text(response.attestationObject),
  });
}

/** Log in with a passkey of the user's choice. */
export async function sign(asked: string): Promise<string> {
  const options = JSON.parse(asked) as PublicKeyCredentialRequestOptions & { challenge: string };
  const signed = (await navigator.credentials.get({
    publicKey: { ...options, challenge: codes(options.challenge), allowCredentials: [] },
  })) as PublicKeyCredential;
  const response = signed.response as AuthenticatorAssertionResponse;
  return serialized(signed, {
    clientDataJSON: text(response.clientDataJSON),
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: text(response.userHandle),
  });
}

const serialized = (credential: PublicKeyCredential, response: Record<string, string | undefined>) =>
  JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response,
  });
