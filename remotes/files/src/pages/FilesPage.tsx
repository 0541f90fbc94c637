import type { RemoteContext } from '@sitedeck/sdk';
import { App, EmptyState, PageHeader, useNarrow, useText } from '@sitedeck/ui/core';
import { useCallback, useRef, useState } from 'react';
import { useClip } from '../acts/clipboard';
import { useBlocks } from '../acts/use-blocks';
import { useCreate } from '../acts/use-create';
import { usePaste } from '../acts/use-paste';
import { useRunAct } from '../acts/use-run-act';
import { useStartUpload } from '../acts/use-start-upload';
import { EditorDialog } from '../editor/EditorDialog';
import { filesTexts } from '../i18n/files-texts';
import { clear } from '../listing/selection';
import { useFolder } from '../listing/use-folder';
import { useListing } from '../listing/use-listing';
import { useSelection } from '../listing/use-selection';
import type { Span } from '../listing/visible-rows';
import { FileList } from '../parts/FileList';
import { FilesStyle } from '../parts/FilesStyle';
import { FolderTree } from '../parts/FolderTree';
import { KeysHelp } from '../parts/KeysHelp';
import { NameDialog, type NameTask } from '../parts/NameDialog';
import { PageActions } from '../parts/PageActions';
import { PathRow } from '../parts/PathRow';
import { UploadPanel } from '../parts/UploadPanel';
import { useDrop } from '../parts/use-drop';
import { useFolderMenu } from '../parts/use-folder-menu';
import { usePanelHeight } from '../parts/use-panel-height';
import { ZipPanel } from '../parts/ZipPanel';
import { pickedFromDrop, type Picked } from '../upload/picked-files';
import { uploadDesk } from '../upload/upload-desk';
import { useUpload } from '../upload/use-upload';
import { visibleName } from '../visible-name';

const FIRST_ROWS: Span = { from: 0, to: 1 };

export function FilesPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(filesTexts);
  const { message } = App.useApp();
  const page = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const card = useNarrow(page);
  usePanelHeight(panel);

  const folder = useFolder(ctx.nav);
  const { path } = folder.query;
  const [span, setSpan] = useState(FIRST_ROWS);
  const listing = useListing(folder.query, span);
  const rows = listing.is === 'ready' ? listing.rows : undefined;
  const selection = useSelection(path);
  const blocks = useBlocks(path, rows);
  const upload = useUpload();
  const startUpload = useStartUpload();
  const create = useCreate(path);
  const clip = useClip();
  const pasteClip = usePaste(path);
  const [asked, setAsked] = useState<NameTask>();
  const [editing, setEditing] = useState<string>();
  const [help, setHelp] = useState(false);

  const backToList = () => grid.current?.focus();
  const run = useRunAct({
    folder,
    blocks,
    edit: setEditing,
    ask: setAsked,
    removed: () => selection[1](clear),
  });
  const paste = () => {
    if (!clip) return;
    const reason = blocks.here('act.paste');
    if (reason === undefined) void pasteClip(clip);
    else void message.warning(reason);
  };
  const send = (picked: Picked | Promise<Picked>) => {
    const reason = blocks.here('act.upload') ?? blocks.local('act.upload');
    if (reason !== undefined) return void message.warning(reason);
    Promise.resolve(picked)
      .then((found) => startUpload(path, found))
      .catch(() => void message.error(text('upload.unreadable')));
  };
  const drop = useDrop((data) => send(pickedFromDrop(data)));
  const menu = useFolderMenu({ folder, clip, pasteBlocked: blocks.here('act.paste'), paste, showHelp: () => setHelp(true) });
  const onDirty = useCallback((dirty: boolean) => ctx.emit('dirty', dirty), [ctx]);

  const doNamed = async (name: string) => {
    if (asked?.is === 'newFile') await create.file(name);
    else if (asked?.is === 'newFolder') await create.folder(name);
    else if (asked) await create.rename(asked.name, name);
    const key = asked?.is === 'rename' ? 'done.renamed' : 'done.created';
    void message.success(text(key, { name: visibleName(name) }));
    selection[1](clear);
  };

  const writable = blocks.here('act.upload') === undefined;
  const actions = <PageActions blocks={blocks} onNew={setAsked} onPicked={send} />;
  return (
    <section ref={page} className={`fm ${card ? 'fm-narrow' : ''}`}>
      <FilesStyle />
      <PageHeader
        title={text('title')}
        purpose={card ? undefined : text('purpose')}
        locked={blocks.locked}
        actions={actions}
      />
      <div ref={panel} className="fm-panel" {...drop.handlers}>
        <PathRow folder={folder} card={card} filter={filter} menu={menu} />
        <div className="fm-body">
          {!card && <FolderTree path={path} onOpen={folder.open} />}
          <FileList
            folder={folder}
            listing={listing}
            selection={selection}
            blocks={blocks}
            card={card}
            grid={grid}
            empty={<EmptyState text={text(writable ? 'empty.folder' : 'empty.readOnly')} />}
            run={run}
            onSpan={setSpan}
            paste={paste}
            showHelp={() => setHelp(true)}
            focusFilter={() => filter.current?.focus()}
          />
        </div>
        {upload && (
          <UploadPanel upload={upload} onRetry={() => void startUpload.again(upload.folder, uploadDesk.failedItems())} />
        )}
        <ZipPanel />
        {drop.isOver && <div className="fm-drop">{text('drop.hint', { folder: visibleName(path) })}</div>}
      </div>
      {asked && (
        <NameDialog
          task={asked}
          onName={doNamed}
          onClose={() => {
            setAsked(undefined);
            backToList();
          }}
        />
      )}
      {editing !== undefined && (
        <EditorDialog
          path={editing}
          blocked={blocks.anywhere}
          onDirty={onDirty}
          onClose={() => {
            setEditing(undefined);
            backToList();
          }}
        />
      )}
      <KeysHelp open={help} onClose={() => setHelp(false)} />
    </section>
  );
}
