import { Button, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { editorTexts } from './editor-texts';
import { useFileOpener } from './file-opener';

/** Bar below the list that shows how many files are open in the hidden editor. */
export function OpenFiles() {
  const text = useText(editorTexts);
  const { number } = useLocaleFormat();
  const { paths, unsaved, areHidden, show } = useFileOpener().files;
  if (!areHidden || paths.length === 0) return null;
  return (
    <div className="fm-open-files">
      <span>
        {text('area.open', { n: number(paths.length), count: paths.length })}
        {unsaved.length > 0 && (
          <>
            {' · '}
            <strong>{text('area.unsaved', { n: number(unsaved.length) })}</strong>
          </>
        )}
      </span>
      <Button size="small" onClick={show}>
        {text('area.show')}
      </Button>
    </div>
  );
}
