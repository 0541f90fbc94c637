import { NoticeDialog } from '@sitedeck/ui/notice-dialog';
import type { Change } from './change';
import { ChangeList } from './ChangeList';

interface Props {
  readonly title: string;
  /** One alone needs no heading. */
  readonly parts: readonly { readonly title: string; readonly changes: readonly Change[] }[];
  readonly onGone: () => void;
}

/** Shows what differs; changes nothing. */
export function DifferenceDialog({ title, parts, onGone }: Props) {
  return (
    <NoticeDialog title={title} onGone={onGone}>
      {parts.map((part) => (
        <section key={part.title}>
          {parts.length > 1 && <strong>{part.title}</strong>}
          <ChangeList changes={part.changes} />
        </section>
      ))}
    </NoticeDialog>
  );
}
