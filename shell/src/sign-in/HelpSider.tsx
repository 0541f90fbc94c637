import type { Locale } from '@sitedeck/contract';
import { useEffect, useRef, type ReactNode } from 'react';
import { localizedLink } from '../links/localized-link';
import { CollapseIcon, KeyIcon, LockIcon, UploadIcon } from './icons';
import type { SignInSettings } from './sign-in-port';
import type { SignInKey, SignInText } from './sign-in-texts';

type Links = SignInSettings['links'];

interface Entry {
  readonly guide: keyof NonNullable<Links['guides']>;
  readonly title: SignInKey;
  readonly line: SignInKey;
  readonly icon: ReactNode;
}

const ENTRIES: readonly Entry[] = [
  { guide: 'account', title: 'help.account', line: 'help.account.text', icon: <KeyIcon /> },
  { guide: 'password', title: 'help.forgot', line: 'help.forgot.text', icon: <LockIcon /> },
  { guide: 'upload', title: 'help.upload', line: 'help.upload.text', icon: <UploadIcon /> },
];

interface Props {
  readonly text: SignInText;
  readonly locale: Locale;
  /** The titles link to the product's own pages, else to the provider's help center. */
  readonly links: Links;
  /** Opened by the user, so the panel takes the focus. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

export function HelpSider({ text, locale, links, takesFocus, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) close.current?.focus();
  }, [takesFocus]);

  return (
    // On a narrow page the panel covers the form, so users expect Esc to close it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      id="si-help"
      className="si-help"
      aria-labelledby="si-help-title"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="si-help-head">
        <h2 id="si-help-title">{text('help.title')}</h2>
        <button
          ref={close}
          type="button"
          className="si-tool"
          title={text('help.close')}
          aria-label={text('help.close')}
          aria-expanded="true"
          aria-controls="si-help"
          onClick={onClose}
        >
          <CollapseIcon />
        </button>
      </div>
      <ul>
        {ENTRIES.map(({ guide, title, line, icon }) => (
          <li key={title}>
            {icon}
            <span>
              <EntryTitle
                title={text(title)}
                link={localizedLink(links.guides?.[guide] ?? links.help ?? '', locale)}
                newWindow={text('newWindow')}
              />
              <span className="si-help-line">{text(line)}</span>
            </span>
          </li>
        ))}
      </ul>
    </aside>
  );
}

interface EntryTitleProps {
  readonly title: string;
  readonly link: string;
  readonly newWindow: string;
}

/** Without a page the title is no link: the line below it is the complete answer. */
function EntryTitle({ title, link, newWindow }: EntryTitleProps) {
  if (link === '') return <strong>{title}</strong>;
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {title}
      <span className="si-hidden">{newWindow}</span>
    </a>
  );
}
