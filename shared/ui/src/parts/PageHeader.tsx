import LockOutlined from '@ant-design/icons/LockOutlined';
import UnlockOutlined from '@ant-design/icons/UnlockOutlined';
import { useEffect, useRef, type ReactNode } from 'react';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';

export interface Crumb {
  readonly title: string;
  readonly href?: string | undefined;
  readonly go?: (() => void) | undefined;
}

interface Props {
  readonly title: string;
  /** One line that says what the page is for. */
  readonly purpose?: ReactNode;
  /** Shown only with more than one level. */
  readonly crumbs?: readonly Crumb[] | undefined;
  /** Whether the workspace is locked; absent on a page that changes nothing. */
  readonly locked?: boolean | undefined;
  /** Default buttons first, the primary one rightmost. */
  readonly actions?: ReactNode;
  /** After a page change the heading gets the focus, so that a screen reader starts there. */
  readonly takesFocus?: boolean | undefined;
}

export function PageHeader({ title, purpose, crumbs = [], locked, actions, takesFocus = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  return (
    <header className="sd-page-header">
      <div className="sd-page-title">
        <Crumbs crumbs={crumbs} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
          <LockIcon locked={locked} />
        </h1>
        {purpose && <p>{purpose}</p>}
      </div>
      {actions && <div className="sd-page-actions">{actions}</div>}
    </header>
  );
}

/** Locked is announced with the heading; unlocked is the usual state and only shown. */
function LockIcon({ locked }: { readonly locked: boolean | undefined }) {
  const text = useText(sharedTexts);
  if (locked === undefined) return null;
  if (locked) return <LockOutlined className="sd-lock" role="img" aria-label={text('lock.locked')} />;
  return <UnlockOutlined className="sd-lock sd-unlocked" aria-hidden title={text('lock.unlocked')} />;
}

/** The path to the page, outermost level first; a single level is not shown. */
export function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  if (crumbs.length < 2) return null;
  return (
    <nav aria-label="breadcrumb" className="sd-crumbs">
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.title} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
            <CrumbLink {...crumb} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

function CrumbLink({ title, href, go }: Crumb) {
  if (!href) return title;
  return (
    <a
      href={href}
      onClick={(event) => {
        if (!go || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go();
      }}
    >
      {title}
    </a>
  );
}
