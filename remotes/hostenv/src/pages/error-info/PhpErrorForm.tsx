import type { CallReply, readPhp } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { InlineAlert, useBlocked, useText } from '@sitedeck/ui/core';
import { Radio } from '@sitedeck/ui/more';
import { Checkbox } from '@sitedeck/ui/page';
import { frameTexts } from '../../frame/frame-texts';
import { SaveBar } from '../../frame/SaveBar';
import { StatusLine } from '../../frame/StatusLine';
import { useSettingsDraft, type InForce } from '../../frame/use-settings-draft';
import { usePhpSteps } from '../php/use-php-steps';
import { DisabledCalls } from './DisabledCalls';
import { errorInfoTexts } from './error-info-texts';
import { LogView } from './LogView';
import { Preview } from './Preview';

type Reply = CallReply<typeof readPhp>;
interface ErrorSettings {
  readonly displayErrors: boolean;
  readonly errorLog: boolean;
}

interface Props {
  readonly ctx: RemoteContext;
  readonly data: Reply;
  readonly read: () => Promise<Reply>;
}

const inForce = ({ config: { displayErrors, errorLog }, version }: Reply): InForce<ErrorSettings> => ({
  value: { displayErrors, errorLog },
  version,
});
const SWITCHES = ['displayErrors', 'errorLog'] as const;
const code = (on: boolean) => (on ? 'on' : 'off');

export function PhpErrorForm({ ctx, data, read }: Props) {
  const text = useText(errorInfoTexts);
  const frame = useText(frameTexts);
  const blocked = useBlocked();
  const steps = usePhpSteps();
  const onOff = (on: boolean) => frame(code(on));
  const draft = useSettingsDraft<ErrorSettings>({
    name: 'errorInfo',
    inForce: inForce(data),
    read: async () => inForce(await read()),
    changes: (before, after) =>
      SWITCHES.filter((key) => before[key] !== after[key]).map((key) => ({
        name: text(key),
        before: onOff(before[key]),
        after: onOff(after[key]),
      })),
    steps: (after, before) =>
      steps(
        SWITCHES.filter((key) => before[key] !== after[key]),
        { displayErrors: code(after.displayErrors), errorLog: code(after.errorLog) },
      ),
    done: text('done'),
  });
  const { value, edit } = draft;
  const isOff = blocked(text('displayErrors')) !== undefined;
  const { displayErrors } = data.config;
  return (
    <>
      <div className="he-body">
        <StatusLine>{text(displayErrors ? 'status.details' : 'status.off')}</StatusLine>
        <section className="he-card sd-card he-entry">
          <h2>{text('shown')}</h2>
          <Radio.Group
            className="he-choices"
            aria-label={text('shown')}
            disabled={isOff}
            value={value.displayErrors}
            onChange={({ target }) => edit({ ...value, displayErrors: target.value === true })}
            options={[
              { value: false, label: text('mode.off') },
              { value: true, label: text('mode.details') },
            ]}
          />
          {value.displayErrors && <ExposesPathsWarning />}
          <Checkbox
            disabled={isOff}
            checked={value.errorLog}
            onChange={({ target }) => edit({ ...value, errorLog: target.checked })}
          >
            {text('errorLog')}
          </Checkbox>
          <Preview mode={value.displayErrors ? 'details' : 'off'} language="PHP" message="" />
        </section>
        <LogView
          logs={['php', 'site']}
          advice={(lines) => (
            <DisabledCalls ctx={ctx} lines={lines} disabled={data.config.disabledFunctions} />
          )}
        />
      </div>
      <SaveBar ctx={ctx} draft={draft} />
    </>
  );
}

/** Warns that visitors would see code paths. */
export function ExposesPathsWarning() {
  const text = useText(errorInfoTexts);
  return <InlineAlert kind="warning">{text('exposes')}</InlineAlert>;
}
