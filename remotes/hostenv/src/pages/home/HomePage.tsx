import { InfoCircleOutlined } from '@ant-design/icons';
import type { CallReply, readHomePage } from '@sitedeck/contract';
import type { RemoteContext } from '@sitedeck/sdk';
import { Button, LockedTip, useBlocked, useText } from '@sitedeck/ui/core';
import { pageStateOf } from '@sitedeck/ui/page-state';
import { EnvPage } from '../../frame/EnvPage';
import { SaveBar } from '../../frame/SaveBar';
import { SortableList } from '../../frame/SortableList';
import { StatusLine } from '../../frame/StatusLine';
import { type InForce, useSettingsDraft } from '../../frame/use-settings-draft';
import { replyOf, FRESH, hostEnvApi } from '../../hostenv.api';
import { AddDocument } from './AddDocument';
import { DocumentRow } from './DocumentRow';
import { homeTexts } from './home-texts';

/** The default documents page (默认首页): which file visitors get for a folder. */
export function HomePage({ ctx }: { readonly ctx: RemoteContext }) {
  const query = hostEnvApi.useReadHomePageQuery({}, FRESH);
  return (
    <EnvPage page="home" state={pageStateOf(query)}>
      {(data) => <HomeForm ctx={ctx} data={data} read={() => replyOf(query.refetch().unwrap())} />}
    </EnvPage>
  );
}

export type HomePageReply = CallReply<typeof readHomePage>;

interface Props {
  readonly ctx: RemoteContext;
  readonly data: HomePageReply;
  readonly read: () => Promise<HomePageReply>;
}

type Names = readonly string[];

const inForce = ({ documents, version }: HomePageReply): InForce<Names> => ({
  value: documents.map(({ name }) => name),
  version,
});

function HomeForm({ ctx, data, read }: Props) {
  const text = useText(homeTexts);
  const [setDocuments] = hostEnvApi.useSetDefaultHomePageMutation();
  const blocked = useBlocked();
  const draft = useSettingsDraft<Names>({
    name: 'home',
    inForce: inForce(data),
    read: async () => inForce(await read()),
    changes: (before, after) => [
      { name: text('documents'), before: before.join('\n'), after: after.join('\n') },
    ],
    steps: (docs) => [
      (version) => replyOf(setDocuments({ body: { docs: [...docs] }, query: { version } }).unwrap()),
    ],
    done: text('done'),
  });
  const { value: names, edit } = draft;
  const served = data.documents.find(({ exists }) => exists)?.name;
  const isStandard = names.join('/') === data.standard.join('/');
  const lockedRow = blocked(text('list.title'));

  return (
    <>
      <div className="he-body">
        <StatusLine>{served ?? text('status.none')}</StatusLine>
        {served === undefined && (
          <div className="he-note he-note-warning" role="note">
            <InfoCircleOutlined aria-hidden />
            <div>
              <strong>{text('none.title')}</strong> {text('none.body')}
            </div>
          </div>
        )}
        <section className="he-card sd-card">
          <div className="he-card-head">
            <h2>{text('list.title')}</h2>
            <span className="sd-hint sd-small">{text('list.hint')}</span>
            <LockedTip reason={blocked(text('standard')) ?? (isStandard ? text('standard.same') : undefined)}>
              <Button onClick={() => edit(data.standard)}>{text('standard')}</Button>
            </LockedTip>
          </div>
          <SortableList
            label={text('list.label')}
            items={names}
            nameOf={(name) => name}
            blocked={lockedRow}
            onOrder={edit}
            render={(name) => (
              <DocumentRow
                name={name}
                exists={data.documents.find((one) => one.name === name)?.exists}
                isServed={name === served}
                blocked={lockedRow ?? (names.length === 1 ? text('removeLast') : undefined)}
                onRemove={() => edit(names.filter((one) => one !== name))}
              />
            )}
          />
          <AddDocument
            names={names}
            blocked={blocked(text('add.act'))}
            onAdd={(name) => edit([...names, name])}
          />
        </section>
      </div>
      <SaveBar ctx={ctx} draft={draft} />
    </>
  );
}
