import { CloudUploadOutlined, DeleteOutlined, EllipsisOutlined, PlusOutlined } from '@ant-design/icons';
import type { RemoteNav } from '@sitedeck/sdk';
import { Button, Dropdown, IconButton, Tooltip, useText } from '@sitedeck/ui/core';
import { type ChangeEvent, cloneElement, lazy, type ReactElement, useRef } from 'react';
import type { BlockedActions } from '../acts/use-blocked-actions';
import { useChooseFiles, type UploadPicked } from '../acts/use-start-upload';
import { filesTexts } from '../i18n/files-texts';
import { CreateDialog } from '../names/NameDialogs';
import { useRequestedUpload } from '../pages/use-requested-upload';
import { pickedFromInput } from '../upload/picked-files';
import { type MenuAction, menuItem } from './menu-item';
import type { OpenDialog } from './PageDialog';

const BinDrawer = lazy(() => import('../bin/BinDrawer').then((module) => ({ default: module.BinDrawer })));
const FetchDialog = lazy(() =>
  import('../archives/FetchDialog').then((module) => ({ default: module.FetchDialog })),
);

interface Props {
  /** Path of the open folder. */
  readonly folder: string;
  readonly blocks: BlockedActions;
  /** Narrow page: one menu replaces the buttons beside the upload. */
  readonly card: boolean;
  readonly openDialog: OpenDialog;
  readonly onPicked: UploadPicked;
  /** Its address may ask for an upload. */
  readonly nav: RemoteNav;
}

/** The buttons for the recycle bin (回收站), new entries (新建) and upload (上传), the primary one rightmost. */
export function PageActions({ folder: path, blocks, card, openDialog, onPicked, nav }: Props) {
  const opened = useRequestedUpload(nav);
  const text = useText(filesTexts);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const uploadBlocked = blocks.pageTask('act.upload');
  const choose = useChooseFiles(blocks);
  const ask = makeDialogs(path, openDialog);
  const newBlocked = blocks.inOpenFolder('act.new');

  const onFilesChosen = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = pickedFromInput(currentTarget.files ?? []);
    // So that choosing the same files again after a failure fires a change event.
    currentTarget.value = '';
    if (chosen.items.length > 0) onPicked(chosen, opener.current);
  };
  const upload: readonly MenuAction[] = [
    {
      key: 'uploadFiles',
      label: text('act.uploadFiles'),
      blocked: uploadBlocked,
      run: () => choose(files.current),
    },
    {
      key: 'uploadFolder',
      label: text('act.uploadFolder'),
      blocked: uploadBlocked,
      run: () => choose(folder.current),
    },
    { key: 'fetch', label: text('act.fetch'), blocked: newBlocked, run: ask.fetch },
  ];
  const create: readonly MenuAction[] = [
    { key: 'newFile', label: text('act.newFile'), blocked: newBlocked, run: () => ask.create(false) },
    {
      key: 'newFolder',
      label: text('act.newFolder'),
      blocked: newBlocked,
      run: () => ask.create(true),
    },
  ];

  return (
    <>
      <input ref={files} type="file" multiple hidden data-testid="pick-files" onChange={onFilesChosen} />
      <input
        ref={(input) => {
          folder.current = input;
          // React does not know this attribute.
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        data-testid="pick-folder"
        onChange={onFilesChosen}
      />
      {card ? (
        <MoreMenu
          groups={[create, [{ key: 'bin', label: text('act.bin'), blocked: undefined, run: ask.bin }]]}
        />
      ) : (
        <>
          <Button icon={<DeleteOutlined aria-hidden />} onClick={ask.bin}>
            {text('act.bin')}
          </Button>
          <LockedMenu blocked={newBlocked} acts={create}>
            <Button icon={<PlusOutlined aria-hidden />}>{text('act.new')}</Button>
          </LockedMenu>
        </>
      )}
      <LockedMenu blocked={uploadBlocked} acts={upload} opened={opened}>
        <Button ref={opener} type="primary" icon={<CloudUploadOutlined aria-hidden />}>
          {text('act.upload')}
        </Button>
      </LockedMenu>
    </>
  );
}

function makeDialogs(folder: string, openDialog: OpenDialog) {
  return {
    bin: () =>
      openDialog(({ blocks, onGone }) => (
        <BinDrawer blocked={blocks.anywhere('act.remove')} onGone={onGone} />
      )),
    fetch: () =>
      openDialog(({ blocks, onGone }) => (
        <FetchDialog folder={folder} blocked={blocks.inOpenFolder('act.fetch')} onGone={onGone} />
      )),
    create: (isFolder: boolean) =>
      openDialog(({ onGone }) => <CreateDialog folder={folder} isFolder={isFolder} onGone={onGone} />),
  };
}

/** Open state of a menu, and its setter. */
type OpenState = ReturnType<typeof useRequestedUpload>;

interface MoreMenuProps {
  readonly groups: readonly (readonly MenuAction[])[];
}

/** One menu beside the upload on narrow pages; blocked items show their reason. */
function MoreMenu({ groups }: MoreMenuProps) {
  const text = useText(filesTexts);
  const items = groups.flatMap((acts, index) => [
    ...(index > 0 ? [{ type: 'divider' as const }] : []),
    ...acts.map(menuItem),
  ]);
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <IconButton icon={<EllipsisOutlined />} label={text('act.newOrBin')} />
    </Dropdown>
  );
}

interface Control {
  readonly className?: string;
  readonly 'aria-disabled'?: boolean;
  readonly 'aria-description'?: string;
}

interface LockedMenuProps {
  readonly blocked: string | undefined;
  readonly acts: readonly MenuAction[];
  /** Controlled open state; absent if only clicks open the menu. */
  readonly opened?: OpenState;
  readonly children: ReactElement<Control>;
}

/** A menu button. While blocked it keeps its element and focus, shows the reason and does not open. */
function LockedMenu({ blocked, acts, opened, children }: LockedMenuProps) {
  const locked = blocked !== undefined && {
    className: 'sd-off',
    'aria-disabled': true,
    'aria-description': blocked,
  };
  return (
    <Tooltip title={blocked} trigger={['hover', 'focus']}>
      <span>
        <Dropdown
          menu={{ items: acts.map(menuItem) }}
          trigger={locked ? [] : ['click']}
          placement="bottomRight"
          {...(opened && { open: opened[0] && !locked, onOpenChange: opened[1] })}
        >
          {locked ? cloneElement(children, locked) : children}
        </Dropdown>
      </span>
    </Tooltip>
  );
}
