import type { Locale, SessionEnding } from '@sitedeck/contract';

/** Same values as the SDK's preferences; the sign-in page is built without the SDK. */
export interface SignInPreferences {
  readonly locale: Locale;
  readonly theme: 'system' | 'light' | 'dark';
}

export interface SignInSettings {
  readonly preferences: SignInPreferences;
  /** Address of the help centre; absent where the provider set none. */
  readonly help?: string | undefined;
  readonly copyright: string;
  /** A sentence to show at once, as in: the session has expired. */
  readonly notice?: SessionEnding | undefined;
}

export interface Credentials {
  readonly hostName: string;
  readonly password: string;
}

/** The captcha is being solved, or the form is on its way. */
export type SignInPhase = 'checking' | 'sending';

export type SignInOutcome =
  /** The page is being left for the return target. */
  | { readonly is: 'signed-in' }
  /** Code 403. */
  | { readonly is: 'wrong-credentials' }
  /** No challenge, or no solution: nothing was sent. */
  | { readonly is: 'captcha-failed' }
  | { readonly is: 'unreachable' }
  | { readonly is: 'refused'; readonly message: string };

/** What the page needs from outside. Nothing of it is called while the page is prerendered. */
export interface SignInPort {
  readonly load: () => SignInSettings;
  readonly keep: (preferences: SignInPreferences) => void;
  readonly submit: (
    credentials: Credentials,
    options: { readonly locale: Locale; readonly onPhase: (phase: SignInPhase) => void },
  ) => Promise<SignInOutcome>;
}
