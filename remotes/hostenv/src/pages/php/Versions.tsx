import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { LockedTip, Tag, useBlocked, useText } from '@sitedeck/ui/core';
import { useId } from 'react';
import { phpTexts } from './php-texts';
import type { PhpReply } from './php-fields';
import { UnsavedDot } from './UnsavedDot';

interface Props {
  readonly data: PhpReply;
  readonly chosen: string;
  readonly isChanged: boolean;
  readonly onChoose: (version: string) => void;
}

type Version = PhpReply['versions'][number];

/** Keeps `2026-12` on one line in a narrow card. */
const NO_BREAK_HYPHEN = '\u2011';

/** Months are `YYYY-MM`, so comparing the text compares the dates. */
const hasEnded = ({ supportedUntil }: Version): boolean =>
  supportedUntil < new Date().toISOString().slice(0, 7);

/** Lists the known PHP versions and marks those that the node lacks. */
export function Versions({ data, chosen, isChanged, onChoose }: Props) {
  const text = useText(phpTexts);
  const blocked = useBlocked();
  const id = useId();
  const installed = data.versions.filter((version) => version.installed);
  const reasonOf = (version: Version) =>
    blocked(text('version')) ??
    (version.installed
      ? undefined
      : text('version.missing', {
          version: version.version,
          installed: installed.map((one) => one.version).join(', '),
        }));
  return (
    <section className="he-card sd-card">
      <div className="he-card-head">
        <h2 id={id}>
          {text('version')} {isChanged && <UnsavedDot />}
        </h2>
        <span className="sd-hint sd-small">
          {text(installed.length > 1 ? 'version.hint' : 'version.single')}
        </span>
      </div>
      <div className="he-php-versions" role="radiogroup" aria-labelledby={id}>
        {data.versions.map((version) => {
          const reason = reasonOf(version);
          const isChosen = version.version === chosen;
          return (
            <LockedTip key={version.version} reason={isChosen ? undefined : reason}>
              <button
                type="button"
                role="radio"
                aria-checked={isChosen}
                className={isChosen ? 'he-php-version he-php-chosen' : 'he-php-version'}
                onClick={() => !isChosen && onChoose(version.version)}
              >
                <span className="he-php-radio" aria-hidden />
                <span>
                  <strong>PHP {version.version}</strong> <State version={version} />
                  <span className="he-php-until sd-small">
                    {text(hasEnded(version) ? 'support.ended' : 'support.until', {
                      month: version.supportedUntil.replace('-', NO_BREAK_HYPHEN),
                    })}
                  </span>
                </span>
              </button>
            </LockedTip>
          );
        })}
      </div>
    </section>
  );
}

function State({ version }: { readonly version: Version }) {
  const text = useText(phpTexts);
  if (!version.installed) return <Tag tone="outline">{text('version.absent')}</Tag>;
  if (version.inUse)
    return (
      <Tag tone="success" icon={<CheckCircleOutlined aria-hidden />}>
        {text('version.used')}
      </Tag>
    );
  if (!hasEnded(version)) return null;
  return (
    <Tag tone="warning" icon={<ExclamationCircleOutlined aria-hidden />}>
      {text('version.ended')}
    </Tag>
  );
}
