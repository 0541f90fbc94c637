import type { Locale, PublicConfig, SessionEnding } from '@sitedeck/contract';

/** The values of the SDK's preferences; the sign-in page is built without the SDK. */
export interface SignInPreferences {
  readonly locale: Locale;
  readonly theme: 'system' | 'light' | 'dark';
}

export interface SignInSettings {
  readonly preferences: SignInPreferences;
  readonly links: Pick<PublicConfig['links'], 'help' | 'guides'>;
  readonly copyright: string;
  /** A message to show at once, for example: the session has expired. */
  readonly notice?: SessionEnding | undefined;
}

export interface Credentials {
  readonly hostName: string;
  readonly password: string;
}

/** The captcha is being solved, or the form is being sent. */
export type SignInPhase = 'checking' | 'sending';

export type SignInOutcome =
  /** The page leaves for the return target. */
  | { readonly is: 'signed-in' }
  /** Code 403. */
  | { readonly is: 'wrong-credentials' }
  /** No challenge, or no solution: nothing was sent. */
  | { readonly is: 'captcha-failed' }
  | { readonly is: 'unreachable' }
  | { readonly is: 'refused'; readonly message: string };

/** What the page needs from outside. None of it is called while prerendering. */
export interface SignInPort {
  readonly load: () => SignInSettings;
  readonly keep: (preferences: SignInPreferences) => void;
  readonly submit: (
    credentials: Credentials,
    options: { readonly locale: Locale; readonly onPhase: (phase: SignInPhase) => void },
  ) => Promise<SignInOutcome>;
}
