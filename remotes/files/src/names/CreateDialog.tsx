import { useText } from '@sitedeck/ui/core';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { NameDialog } from './NameDialog';

interface Props {
  readonly folder: string;
  readonly isFolder: boolean;
  readonly onGone: () => void;
}

/** Creates an empty file or a folder in the open folder. */
export function CreateDialog({ folder, isFolder, onGone }: Props) {
  const text = useText(filesTexts);
  const [touchFile] = filesApi.useTouchFileMutation();
  const [makeFolder] = filesApi.useMakeFolderMutation();
  const create = async (path: string) => {
    await (isFolder ? makeFolder : touchFile)({ body: { path } }).unwrap();
  };
  return (
    <NameDialog
      folder={folder}
      isFolder={isFolder}
      given=""
      title={text(isFolder ? 'act.newFolder' : 'act.newFile')}
      label={text(isFolder ? 'name.folder' : 'name.file')}
      confirm={text('name.create')}
      submit={create}
      done="done.created"
      onGone={onGone}
    />
  );
}
