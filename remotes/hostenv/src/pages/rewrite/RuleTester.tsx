import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  EnterOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons';
import type { RuleTest } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { FaultNotice, IconButton, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { Segmented } from '@sitedeck/ui/more';
import { Input } from '@sitedeck/ui/page';
import { useState } from 'react';
import { hostEnvApi } from '../../hostenv.api';
import {
  destinationOf,
  decidingLine,
  outcomeText,
  shortOutcomeText,
  toneOf,
  type OutcomeTone,
} from './outcome-text';
import { rewriteTexts } from './rewrite-texts';

interface Props {
  /** The editor's content, if it differs from the live rule. */
  readonly draft: string | undefined;
  readonly hasFault: boolean;
}

type Against = 'live' | 'draft';
interface TriedUrl {
  readonly url: string;
  readonly result: RuleTest;
}

const KEPT = 5;
const ICONS: Readonly<Record<OutcomeTone, typeof CheckCircleOutlined>> = {
  success: CheckCircleOutlined,
  warning: ExclamationCircleOutlined,
  error: CloseCircleOutlined,
  neutral: MinusCircleOutlined,
};

/** Shows where an address leads under the rules, without requesting it. */
export function RuleTester({ draft, hasFault }: Props) {
  const text = useText(rewriteTexts);
  const [chosen, setChosen] = useState<Against>('live');
  const [url, setUrl] = useState('');
  const [tried, setTried] = useState<readonly TriedUrl[]>([]);
  const [test, { data, error, isFetching }] = hostEnvApi.useLazyTestRewriteQuery();
  const tested = draft === undefined ? 'live' : chosen;

  const run = async (address: string) => {
    const testedAddress = address.trim();
    if (testedAddress === '' || isFetching) return;
    setUrl(testedAddress);
    const body = tested === 'draft' ? { url: testedAddress, content: draft } : { url: testedAddress };
    const { data: result } = await test({ body });
    if (!result) return;
    setTried((before) =>
      [{ url: testedAddress, result }, ...before.filter((one) => one.url !== testedAddress)].slice(0, KEPT),
    );
  };
  const label = text(hasFault ? 'test.draft.faulty' : 'test.draft');
  return (
    <>
      <section className="he-card sd-card he-tester">
        <h2>{text('test.title')}</h2>
        <Segmented<Against>
          block
          aria-label={text('test.against')}
          value={tested}
          onChange={setChosen}
          options={[
            { value: 'live', label: text('test.live') },
            { value: 'draft', label, disabled: draft === undefined },
          ]}
        />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void run(url);
          }}
        >
          <Input
            className="sd-mono"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            aria-label={text('test.url')}
            placeholder={text('test.placeholder')}
            spellCheck={false}
            suffix={
              <IconButton
                size="small"
                htmlType="submit"
                loading={isFetching}
                icon={<EnterOutlined />}
                label={text('test.act')}
              />
            }
          />
        </form>
        <div role="status">{data && error === undefined && <Result url={url} result={data} />}</div>
        {error !== undefined && !isFetching && (
          <FaultNotice what={text('test.failed')} fault={toFault(error)} />
        )}
      </section>
      {tried.length > 0 && <Recent tried={tried} onAgain={(address) => void run(address)} />}
    </>
  );
}

function Mark({ tone }: { readonly tone: OutcomeTone }) {
  const Icon = ICONS[tone];
  return <Icon className={`he-mark-${tone}`} aria-hidden />;
}

function Result({ url, result }: { readonly url: string; readonly result: RuleTest }) {
  const text = useText(rewriteTexts);
  const format = useLocaleFormat();
  const { steps, outcome } = result;
  const line = decidingLine(result);
  const end = destinationOf(outcome);
  const hits = steps.filter(({ matched }) => matched);
  return (
    <div className="he-result">
      <strong>
        <Mark tone={toneOf(result)} />{' '}
        {line === null ? text('test.none') : text('test.hit', { n: format.number(line) })}
      </strong>
      {hits.length > 0 && (
        <ol aria-label={text('test.steps')}>
          {hits.map((step, index) => (
            <li key={`${String(index)} ${String(step.line)}`}>
              <span className="sd-hint sd-small">{text('line', { n: format.number(step.line) })}</span>{' '}
              <code className="sd-mono">{step.text}</code>
              {step.after !== undefined && step.after !== step.before && (
                <span className="sd-mono he-result-move">
                  {step.before} → {step.after}
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
      {end !== undefined && (
        <div className="he-result-way sd-mono">
          <span>{steps[0]?.before ?? url}</span>
          <span aria-hidden>↓</span>
          <span>{end}</span>
        </div>
      )}
      <p className="sd-secondary sd-small">{outcomeText(outcome, text)}</p>
    </div>
  );
}

interface RecentProps {
  readonly tried: readonly TriedUrl[];
  readonly onAgain: (url: string) => void;
}

function Recent({ tried, onAgain }: RecentProps) {
  const text = useText(rewriteTexts);
  const format = useLocaleFormat();
  return (
    <section className="he-card sd-card he-recent">
      <h2>{text('recent')}</h2>
      <ul>
        {tried.map(({ url, result }) => (
          <li key={url}>
            <button
              type="button"
              className="sd-link-button sd-mono"
              aria-label={text('recent.again', { url })}
              onClick={() => onAgain(url)}
            >
              {url}
            </button>
            <span className="sd-small">
              <Mark tone={toneOf(result)} /> {shortOutcomeText(result, text, format.number)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
