import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Locale, SessionEnding } from '@sitedeck/contract';
import { localizedLink } from '../links/localized-link';
import { EyeIcon, ShieldIcon } from './icons';
import { NoticeLine } from './NoticeLine';
import type { SignInPort, SignInSettings } from './sign-in-port';
import type { SignInKey, SignInText } from './sign-in-texts';
import { useSignInForm, type Field, type Notice } from './use-sign-in-form';

interface Props {
  readonly port: SignInPort;
  readonly locale: Locale;
  readonly text: SignInText;
  readonly settings: SignInSettings | undefined;
}

/** Why sign-in is shown. */
const REASONS = {
  'session-expired': { tone: 'info', key: 'expired' },
  'password-changed': { tone: 'info', key: 'passwordChanged' },
  'host-removed': { tone: 'error', key: 'hostRemoved' },
} as const satisfies Record<SessionEnding, Notice>;

export function SignInForm({ port, locale, text, settings }: Props) {
  const hostName = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [expiredSeen, setExpiredSeen] = useState(false);
  const form = useSignInForm(port, locale, { hostName, password });
  useFirstFocus(hostName, settings !== undefined);
  const busy = form.sending.is === 'busy';
  const help = settings?.links.help;
  const expired = settings?.notice && !expiredSeen ? REASONS[settings.notice] : undefined;
  const notice = form.notice ?? (form.sending.is === 'idle' ? expired : undefined);

  const bind = (field: Field) => ({
    value: form.values[field],
    error: form.errorOf(field),
    onChange: (value: string) => form.change(field, value),
    onLeave: () => form.values[field] !== '' && form.check(field),
  });

  return (
    <form
      className="si-card"
      noValidate
      aria-labelledby="si-welcome"
      onSubmit={(event) => {
        setShown(false);
        setExpiredSeen(true);
        void form.submit(event);
      }}
    >
      <h1 id="si-welcome">{text('welcome')}</h1>
      <p className="si-hint">{text('hint')}</p>
      <TextField
        {...bind('hostName')}
        label="hostName"
        input={hostName}
        text={text}
        type="text"
        autoComplete="username"
      />
      <TextField
        {...bind('password')}
        label="password"
        input={password}
        text={text}
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        end={<ShowButton shown={shown} text={text} onToggle={() => setShown(!shown)} />}
      />
      <NoticeLine
        notice={notice}
        text={text}
        onClose={() => {
          setExpiredSeen(true);
          form.setNotice(undefined);
        }}
      />
      <button
        className="si-submit"
        type="submit"
        disabled={!settings}
        aria-disabled={form.sending.is !== 'idle'}
        aria-busy={busy}
      >
        {busy && <span className="si-spinner" aria-hidden="true" />}
        {text(busy ? 'submitting' : 'submit')}
      </button>
      <div className="si-below">
        <span className="si-check" role="status">
          <ShieldIcon />
          {text(busy ? 'check.running' : 'check.before')}
        </span>
        {help && (
          <a href={localizedLink(help, locale)} target="_blank" rel="noreferrer">
            {text('helpCenter')}
            <span className="si-hidden">{text('newWindow')}</span>
          </a>
        )}
      </div>
    </form>
  );
}

/** Not `autoFocus`: the prerendered page has no script yet, and a field that the user chose meanwhile keeps the focus. */
function useFirstFocus(input: React.RefObject<HTMLInputElement | null>, isReady: boolean): void {
  useEffect(() => {
    const focused = document.activeElement;
    if (isReady && (focused === null || focused === document.body)) input.current?.focus();
  }, [input, isReady]);
}

interface TextFieldProps {
  readonly label: 'hostName' | 'password';
  readonly text: SignInText;
  readonly input: React.RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly error: SignInKey | undefined;
  readonly type: 'text' | 'password';
  readonly autoComplete: string;
  readonly end?: ReactNode;
  readonly onChange: (value: string) => void;
  readonly onLeave: () => void;
}

function TextField({
  label,
  text,
  input,
  value,
  error,
  type,
  autoComplete,
  end,
  onChange,
  onLeave,
}: TextFieldProps) {
  const id = useId();
  return (
    <div className="si-field">
      <label htmlFor={id}>{text(label)}</label>
      <div className={error ? 'si-box si-box-error' : 'si-box'}>
        <input
          id={id}
          ref={input}
          name={label}
          type={type}
          value={value}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
        />
        {end}
      </div>
      {error && (
        <p id={`${id}-error`} className="si-error">
          {text(error)}
        </p>
      )}
    </div>
  );
}

interface ShowButtonProps {
  readonly shown: boolean;
  readonly text: SignInText;
  readonly onToggle: () => void;
}

function ShowButton({ shown, text, onToggle }: ShowButtonProps) {
  return (
    <button
      type="button"
      className="si-show"
      aria-label={text(shown ? 'password.hideName' : 'password.showName')}
      onClick={onToggle}
    >
      <EyeIcon crossed={shown} />
      {text(shown ? 'password.hide' : 'password.show')}
    </button>
  );
}
