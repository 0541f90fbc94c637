import { useText } from '@sitedeck/ui/core';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { joinPath } from '../paths';
import { NameDialog } from './NameDialog';

interface Props {
  readonly folder: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly onGone: () => void;
}

/** Renames one entry of the open folder. */
export function RenameDialog({ folder, name, isFolder, onGone }: Props) {
  const text = useText(filesTexts);
  const [renameFile] = filesApi.useRenameFileMutation();
  const rename = async (to: string) => {
    const path = joinPath(folder, name);
    if (path !== to) await renameFile({ body: { path, to } }).unwrap();
  };
  return (
    <NameDialog
      folder={folder}
      isFolder={isFolder}
      given={name}
      title={text('act.rename')}
      label={text('name.new')}
      confirm={text('name.rename')}
      submit={rename}
      done="done.renamed"
      onGone={onGone}
    />
  );
}
