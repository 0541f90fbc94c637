import { CheckCircleOutlined, DownOutlined, ExclamationCircleOutlined, UpOutlined } from '@ant-design/icons';
import { LockedTip, Tag, useBlocked, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useId, useState } from 'react';
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

/** Lists the installed PHP versions; the others are folded away. */
export function Versions({ data, chosen, isChanged, onChoose }: Props) {
  const text = useText(phpTexts);
  const format = useLocaleFormat();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isUsable = ({ installed, version }: Version) => installed || version === chosen;
  const installed = data.versions.filter((version) => version.installed);
  const missing = data.versions.filter((version) => !isUsable(version));
  const shown = isOpen ? data.versions : data.versions.filter(isUsable);
  return (
    <section className="he-card sd-card">
      <div className="he-card-head">
        <h2 id={id}>
          {text('version')} {isChanged && <UnsavedDot />}
        </h2>
        <span className="sd-hint sd-small">
          {text(installed.length > 1 ? 'version.hint' : 'version.single')}
        </span>
        {missing.length > 0 && (
          <button
            type="button"
            className="sd-link-button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {text('version.others', { n: format.number(missing.length), count: missing.length })}{' '}
            {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          </button>
        )}
      </div>
      <div className="he-php-versions" role="radiogroup" aria-labelledby={id}>
        {shown.map((version) => (
          <Card
            key={version.version}
            version={version}
            installed={installed}
            isChosen={version.version === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </section>
  );
}

interface CardProps extends Pick<Props, 'onChoose'> {
  readonly version: Version;
  readonly installed: readonly Version[];
  readonly isChosen: boolean;
}

function Card({ version, installed, isChosen, onChoose }: CardProps) {
  const text = useText(phpTexts);
  const format = useLocaleFormat();
  const blocked = useBlocked();
  const missing = text('version.missing', {
    version: version.version,
    installed: format.list(installed.map((one) => one.version)),
  });
  const reason = blocked(text('version')) ?? (version.installed ? undefined : missing);
  return (
    <LockedTip reason={isChosen ? undefined : reason}>
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
