import {
  type CallReply,
  DOTNET_MODES,
  DOTNET_VERSIONS,
  type DotNetConfig,
  type readDotNet,
  TRUST_LEVELS,
} from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { InlineAlert, useBlocked, useText } from '@sitedeck/ui/core';
import { Radio } from '@sitedeck/ui/more';
import { pageStateOf } from '@sitedeck/ui/page-state';
import type { ReactNode } from 'react';
import { EnvPage } from '../../frame/EnvPage';
import { SaveBar } from '../../frame/SaveBar';
import { StatusLine } from '../../frame/StatusLine';
import { type InForce, useSettingsDraft } from '../../frame/use-settings-draft';
import { replyOf, FRESH, hostEnvApi } from '../../hostenv.api';
import { dotNetTexts } from './dotnet-texts';
import { RestartApp } from './RestartApp';
import { useDotNetSteps } from './use-dotnet-steps';

/** The .NET page (.NET 管理): version, mode and trust level. */
export function DotNetPage({ ctx }: { readonly ctx: RemoteContext }) {
  const query = hostEnvApi.useReadDotNetQuery({}, FRESH);
  return (
    <EnvPage page="dNet" state={pageStateOf(query)}>
      {(data) => <DotNetForm ctx={ctx} data={data} read={() => replyOf(query.refetch().unwrap())} />}
    </EnvPage>
  );
}

type Reply = CallReply<typeof readDotNet>;
type Field = keyof DotNetConfig;

interface Props {
  readonly ctx: RemoteContext;
  readonly data: Reply;
  readonly read: () => Promise<Reply>;
}

const FIELDS = ['version', 'mode', 'trustLevel'] as const satisfies readonly Field[];
const CHOICES: Readonly<Record<Field, readonly string[]>> = {
  version: DOTNET_VERSIONS,
  mode: DOTNET_MODES,
  trustLevel: TRUST_LEVELS,
};
const inForce = ({ config, version }: Reply): InForce<DotNetConfig> => ({ value: config, version });

function DotNetForm({ ctx, data, read }: Props) {
  const text = useText(dotNetTexts);
  const blocked = useBlocked();
  const words = useWords();
  const steps = useDotNetSteps();
  const draft = useSettingsDraft<DotNetConfig>({
    name: 'dNet',
    inForce: inForce(data),
    read: async () => inForce(await read()),
    changes: (before, after) =>
      FIELDS.filter((field) => before[field] !== after[field]).map((field) => ({
        name: text(field),
        before: words(field, before[field]),
        after: words(field, after[field]),
      })),
    steps,
    done: text('done'),
  });
  const { value, edit } = draft;
  const { version, mode } = data.config;
  const isAbsent = (field: Field, choice: string) =>
    field === 'version' &&
    data.runtime !== null &&
    data.versions.some((one) => one.version === choice && !one.runs);
  return (
    <>
      <div className="he-body">
        <StatusLine links={data.runtime !== null && <RestartApp />}>
          {text('status', { version, mode: words('mode', mode) })}
        </StatusLine>
        <Runtime runtime={data.runtime} />
        {FIELDS.map((field) => (
          <section key={field} className="he-card sd-card he-entry">
            <h2>{text(field)}</h2>
            <Radio.Group
              className="he-choices"
              aria-label={text(field)}
              disabled={blocked(text(field)) !== undefined}
              value={value[field]}
              onChange={({ target }) => edit({ ...value, [field]: String(target.value) })}
              options={CHOICES[field].map((choice) => ({
                value: choice,
                label: isAbsent(field, choice)
                  ? text('absent', { name: words(field, choice) })
                  : words(field, choice),
                disabled: isAbsent(field, choice) && value[field] !== choice,
              }))}
            />
            {isAbsent(field, value[field]) && <Note>{text('version.note', { version: value[field] })}</Note>}
            {field === 'mode' && <p className="sd-secondary">{text(`mode.note.${value.mode}`)}</p>}
            {field === 'trustLevel' && !data.trustEnforced && <Note>{text('trust.note')}</Note>}
          </section>
        ))}
      </div>
      <SaveBar ctx={ctx} draft={draft} />
    </>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return <InlineAlert kind="sigh">{children}</InlineAlert>;
}

function Runtime({ runtime }: { readonly runtime: string | null }) {
  const text = useText(dotNetTexts);
  if (runtime !== null) return <p className="sd-secondary">{text('runtime', { version: runtime })}</p>;
  return (
    <InlineAlert kind="warning">
      <strong>{text('runtime.missing')}</strong> {text('runtime.missing.what')}
    </InlineAlert>
  );
}

/** Words a value of a field. */
function useWords(): (field: Field, value: string) => string {
  const text = useText(dotNetTexts);
  return (field, value) => {
    if (field === 'mode') return text(value === 'classic' ? 'mode.classic' : 'mode.integrated');
    return field === 'version' ? `.NET ${value}` : value;
  };
}
