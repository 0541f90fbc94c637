import CheckCircleOutlined from '@ant-design/icons/CheckCircleOutlined';
import ExclamationCircleOutlined from '@ant-design/icons/ExclamationCircleOutlined';
import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined';
import type { Need } from '@sitedeck/contract';
import { formatTime, useCurrentHost } from '@sitedeck/sdk';
import { TimeSentence, useText } from '@sitedeck/ui/core';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { usePages } from '../routing/console-context';
import { BlockBody } from './Block';
import { blockOf } from './block-state';
import { SkeletonLines } from './SkeletonLines';
import { useListNeedsQuery } from './home.api';
import { homeTexts } from './home-texts';
import { InnerLink } from './InnerLink';
import { keepNeedsHeight, lastNeedsHeight } from './needs-height';

/** More are shown only on request. */
const SHOWN = 5;

interface CheckedNeeds {
  readonly needs: readonly Need[];
  readonly checkedAt: string;
}

/** What the owner should do, worst first; one green line if there is nothing. */
export function NeedsBlock() {
  const text = useText(homeTexts);
  const { hostCode } = useCurrentHost().hostService;
  const state = blockOf<CheckedNeeds>(useListNeedsQuery({}, { refetchOnMountOrArgChange: true }));
  const [height] = useState(() => lastNeedsHeight(hostCode));
  return (
    <section
      aria-label={text('needs')}
      aria-busy={state.is === 'loading'}
      className={state.is === 'failed' ? 'sh-needs sh-needs-failed' : 'sh-needs'}
      style={{ minHeight: state.is === 'loading' ? height : undefined }}
      tabIndex={-1}
    >
      <BlockBody failed={text('needs.failed')} state={state} skeleton={<SkeletonLines lines={[40]} />}>
        {(checked) => <Needs hostCode={hostCode} {...checked} />}
      </BlockBody>
    </section>
  );
}

function Needs({ hostCode, needs, checkedAt }: CheckedNeeds & { readonly hostCode: string }) {
  const text = useText(homeTexts);
  const [all, setAll] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!all && place.current) keepNeedsHeight(hostCode, place.current.offsetHeight);
  }, [hostCode, needs, all]);
  const [worst] = needs;
  const tone = worst?.tone ?? 'success';
  return (
    <div ref={place} className={`sh-needs-body sh-needs-${tone}`}>
      <p className="sh-needs-title">
        {ICONS[tone]}
        <strong>{worst ? text('needs.count', { n: needs.length }) : text('needs.none')}</strong>
      </p>
      {worst && (
        <ul>
          {needs.slice(0, all ? undefined : SHOWN).map((need) => (
            <NeedRow key={`${need.reason} ${need.message}`} need={need} />
          ))}
        </ul>
      )}
      {needs.length > SHOWN && (
        <button type="button" className="sd-link-button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? text('needs.fewer') : text('needs.all', { n: needs.length })}
        </button>
      )}
      <p className="sh-needs-checked">
        {text('needs.checked', { time: formatTime(checkedAt).slice(11, 16) })}
      </p>
    </div>
  );
}

const ICONS: Readonly<Record<Need['tone'] | 'success', ReactNode>> = {
  success: <CheckCircleOutlined aria-hidden />,
  info: <InfoCircleOutlined aria-hidden />,
  warning: <ExclamationCircleOutlined aria-hidden />,
  error: <ExclamationCircleOutlined aria-hidden />,
};

/** The server leaves the time to the page, which knows the reader's zone. */
function NeedWords({ message, at }: Pick<Need, 'message' | 'at'>) {
  if (at === undefined) return message;
  return <TimeSentence at={at} words={(time) => message.replace('{time}', time)} />;
}

function NeedRow({ need: { tone, message, at, path } }: { readonly need: Need }) {
  const text = useText(homeTexts);
  const words = at === undefined ? message : message.replace('{time}', formatTime(at).slice(0, 16));
  const page = path?.replace(/\?.*$/, '');
  // Needs that are resolved on Home itself refer to a block below.
  const leads = usePages().some((one) => one.path === page && page !== '/');
  return (
    <li>
      <span className="sd-visually-hidden">{text(`needs.tone.${tone}`)}: </span>
      <span>
        <NeedWords message={message} at={at} />
      </span>
      {path !== undefined && leads && (
        <InnerLink to={path} className="sh-small-button" label={text('needs.see.name', { need: words })}>
          {text('needs.see')}
        </InnerLink>
      )}
    </li>
  );
}
