import type { RemoteContext } from '@sitedeck/sdk';
import { EmptyState, PageHeader, useNarrow, useText } from '@sitedeck/ui/core';
import type { InputRef } from '@sitedeck/ui/page';
import { useRef, useState } from 'react';
import { usePasteHere } from '../acts/use-paste-here';
import { useRemove } from '../acts/use-remove';
import { useRunAct } from '../acts/use-run-act';
import { useSend } from '../acts/use-send';
import { useTaskChanges } from '../acts/use-task-changes';
import { useFileDoors } from '../editor/file-doors';
import { OpenFiles } from '../editor/OpenFiles';
import { filesTexts } from '../i18n/files-texts';
import { clear } from '../listing/selection';
import { FileList } from '../parts/FileList';
import { FilesStyle } from '../parts/FilesStyle';
import { FolderTree } from '../parts/FolderTree';
import { KeysHelp } from '../parts/KeysHelp';
import { PageActions } from '../parts/PageActions';
import { PageDialogs, type Asked } from '../parts/PageDialogs';
import { PathRow } from '../parts/PathRow';
import { Transfers } from '../parts/Transfers';
import { useDrop } from '../parts/use-drop';
import { useFolderMenu } from '../parts/use-folder-menu';
import { usePanelHeight } from '../parts/use-panel-height';
import { pickedFromDrop } from '../upload/picked-files';
import { visibleName } from '../visible-name';
import { useBrowsing } from './use-browsing';

export function FilesPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(filesTexts);
  const page = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const filter = useRef<InputRef>(null);
  const card = useNarrow(page);
  usePanelHeight(panel);
  useTaskChanges();

  const { folder, listing, selection, setSpan, blocks } = useBrowsing(ctx.nav);
  const { path } = folder.query;
  const { clip, paste, drop: place } = usePasteHere(path, blocks);
  const [asked, setAsked] = useState<Asked>();
  const [help, setHelp] = useState(false);
  const showHelp = () => setHelp(true);
  const search = (recent: boolean) => setAsked({ is: 'search', recent });
  const remove = useRemove(path);
  const run = useRunAct({
    folder,
    blocks,
    remove,
    doors: useFileDoors(),
    ask: setAsked,
    removed: () => selection[1](clear),
  });
  const send = useSend(path, blocks);
  const drop = useDrop((data, at) => send(pickedFromDrop(data), at));
  const pasteBlocked = blocks.here('act.paste');
  const menu = useFolderMenu({ ctx, folder, clip, pasteBlocked, paste, showHelp, search });

  const actions = <PageActions blocks={blocks} card={card} onAsk={setAsked} onPicked={send} nav={ctx.nav} />;
  return (
    <section ref={page} className={`fm ${card ? 'fm-narrow' : ''}`}>
      <FilesStyle />
      <PageHeader
        title={text('title')}
        purpose={card ? undefined : text('purpose')}
        locked={blocks.locked}
        actions={card ? undefined : actions}
      />
      <div ref={panel} className="fm-panel sd-fills" {...drop.handlers}>
        <PathRow folder={folder} card={card} filter={filter} menu={menu} end={card && actions} />
        <div className="fm-body">
          {!card && <FolderTree path={path} onOpen={folder.open} onPlace={place} />}
          <FileList
            folder={folder}
            listing={listing}
            selection={selection}
            blocks={blocks}
            card={card}
            grid={grid}
            empty={<EmptyState text={text(blocks.here('act.upload') ? 'empty.readOnly' : 'empty.folder')} />}
            run={run}
            onSpan={setSpan}
            paste={paste}
            undo={remove.undo}
            onPlace={place}
            showHelp={showHelp}
            search={search}
            focusFilter={() => filter.current?.focus()}
          />
        </div>
        <Transfers />
        <OpenFiles />
        {drop.isOver && <div className="fm-drop">{text('drop.hint', { folder: visibleName(path) })}</div>}
      </div>
      <PageDialogs
        asked={asked}
        blocks={blocks}
        folder={path}
        openFolder={folder.open}
        onGone={() => {
          setAsked(undefined);
          grid.current?.focus();
        }}
      />
      <KeysHelp open={help} onClose={() => setHelp(false)} />
    </section>
  );
}
