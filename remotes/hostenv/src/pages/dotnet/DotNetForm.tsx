import { InfoCircleOutlined, WarningOutlined } from '@ant-design/icons';
import {
  DOTNET_MODES,
  DOTNET_VERSIONS,
  TRUST_LEVELS,
  type CallReply,
  type DotNetConfig,
  type readDotNet,
} from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { useText } from '@sitedeck/ui/core';
import { Radio } from '@sitedeck/ui/more';
import { SaveBar } from '../../frame/SaveBar';
import { StatusLine } from '../../frame/StatusLine';
import { useBlocked } from '../../frame/use-blocked';
import { useSettingsDraft, type InForce } from '../../frame/use-settings-draft';
import { answered, hostEnvApi } from '../../hostenv.api';
import { dotNetTexts } from './dotnet-texts';

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

export function DotNetForm({ ctx, data, read }: Props) {
  const text = useText(dotNetTexts);
  const blocked = useBlocked();
  const words = useWords();
  const [write] = hostEnvApi.useWriteConfigMutation();
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
    steps: ({ version: dotnetVersion, mode: dotnetMode, trustLevel: dotNetTrustedLevel }) => [
      (version) => {
        const image = JSON.stringify({ dotnetVersion, dotnetMode, dotNetTrustedLevel });
        return answered(write({ body: { image }, query: { version } }).unwrap());
      },
    ],
    done: text('done'),
  });
  const { value, edit } = draft;
  const { version, mode } = data.config;
  return (
    <>
      <div className="he-body">
        <StatusLine>{text('status', { version, mode: words('mode', mode) })}</StatusLine>
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
              options={CHOICES[field].map((choice) => ({ value: choice, label: words(field, choice) }))}
            />
            {field === 'trustLevel' && !data.trustEnforced && (
              <div className="he-note" role="note">
                <InfoCircleOutlined aria-hidden />
                <div>{text('trust.note')}</div>
              </div>
            )}
          </section>
        ))}
      </div>
      <SaveBar ctx={ctx} draft={draft} />
    </>
  );
}

function Runtime({ runtime }: { readonly runtime: string | null }) {
  const text = useText(dotNetTexts);
  if (runtime !== null) return <p className="sd-secondary">{text('runtime', { version: runtime })}</p>;
  return (
    <div className="he-note he-note-warning" role="note">
      <WarningOutlined aria-hidden />
      <div>
        <strong>{text('runtime.missing')}</strong> {text('runtime.missing.what')}
      </div>
    </div>
  );
}

/** A value as a person knows it. */
function useWords(): (field: Field, value: string) => string {
  const text = useText(dotNetTexts);
  return (field, value) => {
    if (field === 'mode') return text(value === 'classic' ? 'mode.classic' : 'mode.integrated');
    return field === 'version' ? `.NET ${value}` : value;
  };
}
