import type { RemoteContext } from '@sitedeck/sdk';
import { EmptyState, PageHeader, useNarrow, useText } from '@sitedeck/ui/core';
import type { InputRef } from '@sitedeck/ui/page';
import { visibleName } from '@sitedeck/ui/visible-name';
import { useRef } from 'react';
import { OpenFiles } from '../editor/OpenFiles';
import { filesTexts } from '../i18n/files-texts';
import { FileList } from '../parts/FileList';
import { filesStyle } from '../parts/files-style';
import { MountStyle } from '../parts/MountStyle';
import { FolderTree } from '../parts/FolderTree';
import { PageActions } from '../parts/PageActions';
import { PageDialog } from '../parts/PageDialog';
import { PathRow } from '../parts/PathRow';
import { Transfers } from '../parts/Transfers';
import { useDrop } from '../parts/use-drop';
import { useFocusKept } from '../parts/use-focus-kept';
import { usePanelHeight } from '../parts/use-panel-height';
import { SizesContext } from '../sizes/folder-sizes';
import { pickedFromDrop } from '../upload/picked-files';
import { useRequestedFile } from './use-requested-file';
import { useFileActions, useOpenFolder, useRefreshAfterTasks } from './use-files-page';

export function FilesPage({ ctx }: { readonly ctx: RemoteContext }) {
  const text = useText(filesTexts);
  const page = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const filter = useRef<InputRef>(null);
  const card = useNarrow(page);
  usePanelHeight(panel);
  useFocusKept(panel, () => grid.current);
  useRefreshAfterTasks();
  useRequestedFile(ctx.nav);

  const openFolder = useOpenFolder(ctx.nav);
  const { folder, listing, selection, setSpan, blocks } = openFolder;
  const { path } = folder.query;
  const actions = useFileActions(ctx, openFolder, card);
  const { dialog, place, send } = actions;
  const drop = useDrop((data, at) => send(pickedFromDrop(data), at));

  const buttons = (
    <PageActions
      folder={path}
      blocks={blocks}
      card={card}
      openDialog={dialog.openDialog}
      onPicked={send}
      nav={ctx.nav}
    />
  );
  return (
    <section ref={page} className={`fm ${card ? 'fm-narrow' : ''}`}>
      <MountStyle css={filesStyle} />
      <PageHeader
        title={text('title')}
        purpose={card ? undefined : text('purpose')}
        locked={blocks.locked}
        actions={card ? undefined : buttons}
      />
      <div ref={panel} className="fm-panel sd-fills" {...drop.handlers}>
        <PathRow folder={folder} card={card} filter={filter} menu={actions.menu} end={card && buttons} />
        <div className="fm-body">
          {!card && <FolderTree path={path} onOpen={folder.open} onPlace={place} />}
          <SizesContext value={actions.sizes}>
            <FileList
              folder={folder}
              listing={listing}
              selection={selection}
              blocks={blocks}
              card={card}
              grid={grid}
              empty={
                <EmptyState
                  text={text(blocks.inOpenFolder('act.upload') ? 'empty.readOnly' : 'empty.folder')}
                />
              }
              openDialog={dialog.openDialog}
              onSpan={setSpan}
              paste={actions.paste}
              undo={actions.undo}
              onPlace={place}
              showHelp={actions.showHelp}
              search={actions.search}
              focusFilter={() => filter.current?.focus()}
            />
          </SizesContext>
        </div>
        <Transfers />
        <OpenFiles />
        {drop.isOver && <div className="fm-drop">{text('drop.hint', { folder: visibleName(path) })}</div>}
      </div>
      <PageDialog
        opened={dialog.opened}
        blocks={blocks}
        onGone={() => {
          dialog.closeDialog();
          grid.current?.focus();
        }}
      />
    </section>
  );
}
