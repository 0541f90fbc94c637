import type { InstalledApp } from '@sitedeck/contract';
import { useText, useTranslator } from '@sitedeck/ui/core';
import { NoticeDialog } from '@sitedeck/ui/notice-dialog';
import { appTexts } from './app-texts';
import { Findings } from './Findings';

interface Props {
  readonly app: InstalledApp;
  readonly onGone: () => void;
}

/** Examines an installed app as a visitor sees it. */
export function ExamineDialog({ app, onGone }: Props) {
  const text = useText(appTexts);
  const name = app.name[useTranslator().locale];
  return (
    <NoticeDialog title={text('examine.title', { name })} onGone={onGone}>
      <div className="tl-form ap-dialog">
        <p className="sd-secondary">{app.folder}</p>
        <Findings id={app.id} />
      </div>
    </NoticeDialog>
  );
}
