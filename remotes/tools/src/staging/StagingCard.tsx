import type { Staging } from '@sitedeck/contract';
import { formatTime, useCurrentHost } from '@sitedeck/sdk';
import {
  Button,
  InlineAlert,
  LockedTip,
  useBlocked,
  useConfirm,
  useCopy,
  useDialog,
  useFeedback,
  useLocaleFormat,
  useText,
} from '@sitedeck/ui/core';
import { Facts } from '../frame/Facts';
import { stagingApi } from '../staging.api';
import { PushDialog } from './PushDialog';
import { forgetLogin, keepLogin } from './shown-logins';
import { stagingTexts } from './staging-texts';

/** The staging copy: where it is, what it holds, and what can be done with it. */
export function StagingCard({ staging }: { readonly staging: Staging }) {
  const text = useText(stagingTexts);
  const copy = useCopy();
  const { url, configured, cutOff } = staging;
  return (
    <section className="tl-card sd-card tl-stack" aria-label={text('ready')}>
      <div className="tl-running">
        <div className="tl-running-main">
          <h2>{text('ready')}</h2>
          <a className="tl-break" href={url} target="_blank" rel="noreferrer">
            {url}
          </a>{' '}
          <Button size="small" type="link" onClick={() => void copy(url)} aria-label={text('copy.of')}>
            {text('copy')}
          </Button>
        </div>
        <Acts staging={staging} />
      </div>
      <Facts facts={useFacts(staging)} />
      {cutOff.length > 0 && (
        <InlineAlert kind="warning">{text('cutOff', { paths: cutOff.join(', ') })}</InlineAlert>
      )}
      {configured.length > 0 && (
        <p className="sd-secondary sd-small tl-break">
          {text('configured', { paths: configured.join(', ') })}
        </p>
      )}
    </section>
  );
}

function useFacts({ user, createdAt, bytes, database }: Staging) {
  const text = useText(stagingTexts);
  const format = useLocaleFormat();
  const tables =
    database.is === 'copied'
      ? text('fact.tables', {
          n: format.number(database.tables),
          count: database.tables,
          size: format.bytes(database.bytes),
        })
      : text(`database.${database.why}`);
  return [
    { name: text('fact.created'), value: formatTime(createdAt) },
    { name: text('fact.files'), value: format.bytes(bytes) },
    { name: text('fact.database'), value: tables },
    { name: text('login.user'), value: user },
  ];
}

function Acts({ staging }: { readonly staging: Staging }) {
  const text = useText(stagingTexts);
  const blocked = useBlocked();
  const show = useDialog();
  const [reset, remove] = [useReset(), useRemove()];
  const act = (label: string, run: () => void, given: object = {}) => {
    const reason = blocked(label);
    return (
      <LockedTip reason={reason}>
        <Button {...given} onClick={() => reason === undefined && run()}>
          {label}
        </Button>
      </LockedTip>
    );
  };
  return (
    <span className="sd-row tl-wrap">
      {act(text('remove'), () => void remove(), { danger: true })}
      {act(text('reset'), () => void reset())}
      {act(text('push'), () => show((gone) => <PushDialog staging={staging} selected={[]} onGone={gone} />), {
        type: 'primary',
      })}
    </span>
  );
}

function useReset(): () => Promise<void> {
  const text = useText(stagingTexts);
  const confirm = useConfirm();
  const { hostCode } = useCurrentHost().hostService;
  const [reset] = stagingApi.useResetStagingPasswordMutation();
  return async () => {
    const question = { title: text('reset.title'), body: text('reset.body'), confirm: text('reset') };
    if (!(await confirm.tip(question))) return;
    const { data } = await reset({ body: {} });
    if (data) keepLogin({ hostCode, ...data });
  };
}

function useRemove(): () => Promise<void> {
  const text = useText(stagingTexts);
  const confirm = useConfirm();
  const { message } = useFeedback();
  const { hostCode } = useCurrentHost().hostService;
  const [remove] = stagingApi.useRemoveStagingMutation();
  return async () => {
    const question = {
      title: text('remove.title'),
      body: text('remove.body'),
      confirm: text('remove'),
    };
    if (!(await confirm.danger(question))) return;
    const { error } = await remove({ body: {} });
    if (error !== undefined) return;
    forgetLogin(hostCode);
    message.success(text('remove.done'));
  };
}
