import {
  SCRIPT_ERROR_MAX,
  SCRIPT_ERROR_MODES,
  type CallReply,
  type ScriptError,
  type readDotNet,
} from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { useBlocked, useText } from '@sitedeck/ui/core';
import { Radio } from '@sitedeck/ui/more';
import { useId } from 'react';
import { SaveBar } from '../../frame/SaveBar';
import { StatusLine } from '../../frame/StatusLine';
import { useSettingsDraft, type InForce } from '../../frame/use-settings-draft';
import { replyOf, hostEnvApi } from '../../hostenv.api';
import { errorInfoTexts } from './error-info-texts';
import { LogView } from './LogView';
import { ExposesPathsWarning } from './PhpErrorForm';
import { Preview } from './Preview';

type Reply = CallReply<typeof readDotNet>;

interface Props {
  readonly ctx: RemoteContext;
  readonly data: Reply;
  readonly read: () => Promise<Reply>;
}

const inForce = ({ scriptError, version }: Reply): InForce<ScriptError> => ({ value: scriptError, version });

export function NetForm({ ctx, data, read }: Props) {
  const text = useText(errorInfoTexts);
  const blocked = useBlocked();
  const id = useId();
  const [set] = hostEnvApi.useSetScriptErrorMutation();
  const draft = useSettingsDraft<ScriptError>({
    name: 'errorInfo',
    inForce: inForce(data),
    read: async () => inForce(await read()),
    changes: (before, after) => [
      ...(before.notify === after.notify
        ? []
        : [
            {
              name: text('shown'),
              before: text(`mode.${before.notify}`),
              after: text(`mode.${after.notify}`),
            },
          ]),
      ...(before.msg === after.msg ? [] : [{ name: text('message'), before: before.msg, after: after.msg }]),
    ],
    steps: ({ notify, msg }) => [
      (version) => replyOf(set({ params: { notify }, body: { msg }, query: { version } }).unwrap()),
    ],
    done: text('done'),
  });
  const { value, edit } = draft;
  const isOff = blocked(text('shown')) !== undefined;
  const isMissing = value.notify === 'custom' && value.msg.trim() === '';
  return (
    <>
      <div className="he-body">
        <StatusLine>{text(`status.${data.scriptError.notify}`)}</StatusLine>
        <section className="he-card sd-card he-entry">
          <h2>{text('shown')}</h2>
          <Radio.Group
            className="he-choices"
            aria-label={text('shown')}
            disabled={isOff}
            value={value.notify}
            onChange={({ target }) => edit({ ...value, notify: target.value as ScriptError['notify'] })}
            options={SCRIPT_ERROR_MODES.map((mode) => ({ value: mode, label: text(`mode.${mode}`) }))}
          />
          {value.notify === 'details' && <ExposesPathsWarning />}
          {value.notify !== 'custom' && <p className="sd-secondary">{text('webConfig')}</p>}
          {value.notify === 'custom' && (
            <div>
              <label className="sd-label" htmlFor={id}>
                {text('message')}
              </label>
              <textarea
                id={id}
                className="sd-input he-lines-field"
                rows={4}
                maxLength={SCRIPT_ERROR_MAX}
                readOnly={isOff}
                value={value.msg}
                onChange={(event) => edit({ ...value, msg: event.target.value })}
              />
            </div>
          )}
          <Preview mode={value.notify} language="NET" message={value.msg} />
        </section>
        <LogView logs={['site']} />
      </div>
      <SaveBar ctx={ctx} draft={draft} invalid={isMissing ? text('message.missing') : undefined} />
    </>
  );
}
