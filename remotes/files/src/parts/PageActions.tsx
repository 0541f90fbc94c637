import { CloudUploadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown, flyToTasks, LockedTip, useText } from '@sitedeck/ui/core';
import { useRef, type ChangeEvent } from 'react';
import type { Blocks } from '../acts/use-blocks';
import { filesTexts } from '../i18n/files-texts';
import { pickedFromInput, type Picked } from '../upload/picked-files';
import type { NameTask } from './NameDialog';

interface Props {
  readonly blocks: Blocks;
  readonly onNew: (task: NameTask) => void;
  readonly onPicked: (picked: Picked) => void;
}

/** 新建 and 上传, the primary one rightmost. */
export function PageActions({ blocks, onNew, onPicked }: Props) {
  const text = useText(filesTexts);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const upload = useRef<HTMLButtonElement>(null);
  const uploadBlocked = blocks.here('act.upload') ?? blocks.local('act.upload');

  const picked = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const chosen = pickedFromInput(currentTarget.files ?? []);
    // The same files may be chosen again after a failure.
    currentTarget.value = '';
    if (chosen.items.length === 0) return;
    onPicked(chosen);
    if (upload.current) flyToTasks(upload.current);
  };

  return (
    <>
      <input ref={files} type="file" multiple hidden data-testid="pick-files" onChange={picked} />
      <input
        ref={(input) => {
          folder.current = input;
          // Not an attribute React knows.
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        data-testid="pick-folder"
        onChange={picked}
      />
      <LockedMenu
        blocked={blocks.here('act.new')}
        items={[
          { key: 'file', label: text('act.newFile'), onClick: () => onNew({ is: 'newFile' }) },
          { key: 'folder', label: text('act.newFolder'), onClick: () => onNew({ is: 'newFolder' }) },
        ]}
      >
        <Button icon={<PlusOutlined />}>{text('act.new')}</Button>
      </LockedMenu>
      <LockedMenu
        blocked={uploadBlocked}
        items={[
          { key: 'files', label: text('act.uploadFiles'), onClick: () => files.current?.click() },
          { key: 'folder', label: text('act.uploadFolder'), onClick: () => folder.current?.click() },
        ]}
      >
        <Button ref={upload} type="primary" icon={<CloudUploadOutlined />}>
          {text('act.upload')}
        </Button>
      </LockedMenu>
    </>
  );
}

interface LockedMenuProps {
  readonly blocked: string | undefined;
  readonly items: readonly { readonly key: string; readonly label: string; readonly onClick: () => void }[];
  readonly children: React.ReactElement<{ readonly 'aria-disabled'?: boolean }>;
}

/** A menu button; while it is blocked the button stays, says why and opens nothing. */
function LockedMenu({ blocked, items, children }: LockedMenuProps) {
  if (blocked !== undefined) return <LockedTip reason={blocked}>{children}</LockedTip>;
  return (
    <Dropdown menu={{ items: [...items] }} trigger={['click']} placement="bottomRight">
      {children}
    </Dropdown>
  );
}
