import { LOGIN_REENABLE_MS, type Locale } from '@sitedeck/contract';
import { useEffect, useRef, useState, type RefObject, type SyntheticEvent } from 'react';
import type { Credentials, SignInOutcome, SignInPhase, SignInPort } from './sign-in-port';
import type { SignInKey } from './sign-in-texts';

export type Field = keyof Credentials;

/** `cooling`: the reply has arrived, and the button is enabled again a second later. */
export type SendState =
  { readonly is: 'idle' } | { readonly is: 'busy'; readonly phase: SignInPhase } | { readonly is: 'cooling' };

export type Notice =
  | { readonly tone: 'error' | 'info'; readonly key: SignInKey }
  | { readonly tone: 'error'; readonly message: string };

const REQUIRED = { hostName: 'hostName.required', password: 'password.required' } as const;
const FIELDS: readonly Field[] = ['hostName', 'password'];
const NOTICES = {
  'wrong-credentials': 'wrong',
  'captcha-failed': 'check.failed',
  unreachable: 'unreachable',
} as const satisfies Partial<Record<SignInOutcome['is'], SignInKey>>;

function noticeOf(outcome: Exclude<SignInOutcome, { is: 'signed-in' }>): Notice {
  if (outcome.is === 'refused') return { tone: 'error', message: outcome.message };
  return { tone: 'error', key: NOTICES[outcome.is] };
}

interface Inputs {
  readonly hostName: RefObject<HTMLInputElement | null>;
  readonly password: RefObject<HTMLInputElement | null>;
}

/** The form's values, checks and submission; the component only renders them. */
export function useSignInForm(port: SignInPort, locale: Locale, inputs: Inputs) {
  const [values, setValues] = useState<Credentials>({ hostName: '', password: '' });
  const [checked, setChecked] = useState<Readonly<Record<Field, boolean>>>({
    hostName: false,
    password: false,
  });
  const [sending, setSending] = useState<SendState>({ is: 'idle' });
  const [notice, setNotice] = useState<Notice>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (field: Field, value: string) => setValues((now) => ({ ...now, [field]: value }));
  const check = (field: Field) => setChecked((now) => ({ ...now, [field]: true }));
  const errorOf = (field: Field) => (checked[field] && values[field] === '' ? REQUIRED[field] : undefined);

  function coolDown(): void {
    setSending({ is: 'cooling' });
    timer.current = setTimeout(() => setSending({ is: 'idle' }), LOGIN_REENABLE_MS);
  }

  function show(outcome: Exclude<SignInOutcome, { is: 'signed-in' }>): void {
    setNotice(noticeOf(outcome));
    if (outcome.is !== 'wrong-credentials') return;
    setChecked({ hostName: false, password: false });
    change('password', '');
    inputs.password.current?.focus();
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    if (sending.is !== 'idle') return;
    setChecked({ hostName: true, password: true });
    const missing = FIELDS.find((field) => values[field] === '');
    if (missing) return inputs[missing].current?.focus();
    setNotice(undefined);
    setSending({ is: 'busy', phase: 'checking' });
    const onPhase = (phase: SignInPhase) => setSending({ is: 'busy', phase });
    const outcome = await port.submit(values, { locale, onPhase });
    // The page is leaving: the button stays busy.
    if (outcome.is === 'signed-in') return;
    show(outcome);
    coolDown();
  }

  return { values, change, check, errorOf, sending, notice, setNotice, submit };
}
