import type { RemoteContext } from '@sitedeck/sdk';
import { EmptyState, useDialog, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { MountStyle } from '../../frame/FrameStyle';
import { SaveBar } from '../../frame/SaveBar';
import { StatusLine } from '../../frame/StatusLine';
import { replyOf, FRESH, hostEnvApi } from '../../hostenv.api';
import { Functions } from './Functions';
import { ParameterRow } from './ParameterRow';
import { GROUPS, isInvalid, type PhpField, type PhpReply } from './php-fields';
import { phpStyle } from './php-style';
import { phpTexts } from './php-texts';
import { ReportDrawer } from './ReportDrawer';
import { usePhpDraft } from './use-php-draft';
import { Versions } from './Versions';

/** The PHP page (PHP 管理): version and parameters of the site's PHP. */
export function PhpPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(phpTexts);
  const query = hostEnvApi.useReadPhpQuery({}, FRESH);
  return (
    <EnvPage page="php" state={pageStateOf(query)}>
      {(data) => (
        <>
          <MountStyle css={phpStyle} />
          {data.served ? (
            <PhpForm ctx={ctx} data={data} read={() => replyOf(query.refetch().unwrap())} />
          ) : (
            <EmptyState text={text('notServed')} />
          )}
        </>
      )}
    </EnvPage>
  );
}

interface Props {
  readonly ctx: RemoteContext;
  readonly data: PhpReply;
  readonly read: () => Promise<PhpReply>;
}

const GROUP_NAMES = ['running', 'errors', 'limits', 'sessions'] as const;

function PhpForm({ ctx, data, read }: Props) {
  const text = useText(phpTexts);
  const draft = usePhpDraft(data, read);
  const { value, edit, before } = draft;
  const wrong = GROUP_NAMES.flatMap((group): readonly PhpField[] => GROUPS[group]).find((field) =>
    isInvalid(field, value[field]),
  );
  return (
    <>
      <div className="he-body">
        <Status ctx={ctx} data={data} />
        <Versions
          data={data}
          chosen={value.version}
          isChanged={value.version !== before.version}
          onChoose={(version) => edit({ ...value, version })}
        />
        <div className="he-php-groups">
          {GROUP_NAMES.map((group) => (
            <section key={group} className="he-card sd-card">
              <h2>{text(`group.${group}`)}</h2>
              <ul className="he-php-rows">
                {GROUPS[group].map((field) => (
                  <ParameterRow
                    key={field}
                    field={field}
                    value={value[field]}
                    isChanged={value[field] !== before[field]}
                    onChange={(next) => edit({ ...value, [field]: next })}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
        <Functions
          names={value.functions}
          isChanged={value.functions !== before.functions}
          onChange={(functions) => edit({ ...value, functions })}
        />
      </div>
      <SaveBar ctx={ctx} draft={draft} invalid={wrong && text('wrong', { name: text(`field.${wrong}`) })} />
    </>
  );
}

/** The running PHP version, as PHP itself reports it if it answers. */
function Status({ ctx, data }: Pick<Props, 'ctx' | 'data'>) {
  const text = useText(phpTexts);
  const format = useLocaleFormat();
  const show = useDialog();
  const { data: report } = hostEnvApi.useReadPhpReportQuery({}, FRESH);
  const used = data.versions.find(({ inUse }) => inUse)?.version;
  const version = report?.version ?? data.config.version ?? used ?? '';
  const count = report?.extensions.length ?? 0;
  const words = report
    ? text('status.report', { version, n: format.number(count), count })
    : text('status', { version });
  return (
    <StatusLine
      links={
        <>
          <button
            type="button"
            className="sd-link-button"
            onClick={() => show((onGone) => <ReportDrawer onGone={onGone} />)}
          >
            {text('report')}
          </button>
          <button
            type="button"
            className="sd-link-button"
            onClick={() => ctx.nav.go('/hostEnvSet/errorInfo')}
          >
            {text('errorLog')}
          </button>
        </>
      }
    >
      {data.config.enabled ? words : text('status.off')}
    </StatusLine>
  );
}
