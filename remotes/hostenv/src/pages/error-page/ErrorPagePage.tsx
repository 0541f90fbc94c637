import type { RemoteContext } from '@sitedeck/sdk';
import { Button, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { Radio } from '@sitedeck/ui/more';
import { pageStateOf } from '@sitedeck/ui/page-state';
import type { Change } from '../../frame/change';
import { EnvPage } from '../../frame/EnvPage';
import { SaveBar } from '../../frame/SaveBar';
import { StatusLine } from '../../frame/StatusLine';
import { type InForce, useSettingsDraft } from '../../frame/use-settings-draft';
import { replyOf, FRESH, hostEnvApi } from '../../hostenv.api';
import { type ChosenPage, type ErrorPageReply, problemOf } from './error-page-form';
import { errorPageTexts } from './error-page-texts';
import { FileField, ContentField } from './ErrorPageFields';
import { Preview } from './Preview';

/** The 404 page (404 页面): what visitors get for a URL that does not exist. */
export function ErrorPagePage({ ctx }: { readonly ctx: RemoteContext }) {
  const query = hostEnvApi.useReadErrorPageQuery({}, FRESH);
  return (
    <EnvPage page="404" state={pageStateOf(query)}>
      {(data) => <ErrorPageForm ctx={ctx} data={data} read={() => replyOf(query.refetch().unwrap())} />}
    </EnvPage>
  );
}

interface Props {
  readonly ctx: RemoteContext;
  readonly data: ErrorPageReply;
  readonly read: () => Promise<ErrorPageReply>;
}

const inForce = ({ page, version }: ErrorPageReply): InForce<ChosenPage> => ({
  value: page ?? { is: 'server' },
  version,
});

/** Initial value of each choice. */
const INITIAL: Readonly<Record<ChosenPage['is'], ChosenPage>> = {
  server: { is: 'server' },
  file: { is: 'file', path: '/wwwroot/404.html' },
  text: { is: 'text', content: '' },
};

function ErrorPageForm({ ctx, data, read }: Props) {
  const text = useText(errorPageTexts);
  const blocked = useBlocked();
  const draft = useErrorPageDraft(data, read);
  const { value: chosen, edit } = draft;
  const problem = problemOf(chosen);
  const choose = (is: ChosenPage['is']) => edit(data.page?.is === is ? data.page : INITIAL[is]);
  const isServer = chosen.is === 'server';

  return (
    <>
      <div className="he-body">
        <StatusLine>{useWords()(inForce(data).value)}</StatusLine>
        <section className="he-card sd-card he-entry">
          <div className="he-card-head">
            <h2>{text('kind')}</h2>
            <span className="sd-hint sd-small">{text('own')}</span>
            <LockedTip reason={blocked(text('restore')) ?? (isServer ? text('restore.same') : undefined)}>
              <Button onClick={() => choose('server')}>{text('restore')}</Button>
            </LockedTip>
          </div>
          <Radio.Group
            className="he-choices"
            aria-label={text('kind')}
            value={chosen.is}
            onChange={({ target }) => choose(target.value as ChosenPage['is'])}
            options={(['server', 'file', 'text'] as const).map((value) => ({
              value,
              label: (
                <>
                  {text(`kind.${value}`)}{' '}
                  <span className="sd-hint sd-small">{text(`kind.${value}.hint`)}</span>
                </>
              ),
            }))}
          />
          {chosen.is === 'file' && (
            <FileField
              path={chosen.path}
              error={problem && text(problem)}
              missing={!data.exists && data.page?.is === 'file' && data.page.path === chosen.path}
              onChange={(path) => edit({ is: 'file', path })}
            />
          )}
          {chosen.is === 'text' && (
            <ContentField
              content={chosen.content}
              error={problem && text(problem)}
              onChange={(content) => edit({ is: 'text', content })}
            />
          )}
        </section>
        <Preview chosen={chosen} fits={problem === undefined} inPortal={ctx.surface !== undefined} />
      </div>
      <SaveBar ctx={ctx} draft={draft} invalid={problem && text(problem)} />
    </>
  );
}

/** Words a choice. */
function useWords(): (chosen: ChosenPage) => string {
  const text = useText(errorPageTexts);
  return (chosen) =>
    chosen.is === 'file' ? text('status.file', { path: chosen.path }) : text(`status.${chosen.is}`);
}

function useErrorPageDraft(data: ErrorPageReply, read: Props['read']) {
  const text = useText(errorPageTexts);
  const words = useWords();
  const [set] = hostEnvApi.useSetErrorPageMutation();
  const [unset] = hostEnvApi.useUnsetErrorPageMutation();
  const describe = (chosen: ChosenPage) => (chosen.is === 'text' ? chosen.content : words(chosen));
  const apply = (chosen: ChosenPage, version: number) => {
    const query = { version };
    if (chosen.is === 'server') return replyOf(unset({ query }).unwrap());
    const body = chosen.is === 'file' ? { path: chosen.path } : { content: chosen.content };
    return replyOf(set({ body, query }).unwrap());
  };
  return useSettingsDraft<ChosenPage>({
    name: '404',
    inForce: inForce(data),
    read: async () => inForce(await read()),
    changes: (before, after): readonly Change[] => [
      { name: text('page'), before: describe(before), after: describe(after) },
    ],
    steps: (chosen) => [(version) => apply(chosen, version)],
    done: text('done'),
  });
}
