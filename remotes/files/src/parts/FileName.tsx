import { visibleName } from '@sitedeck/ui/visible-name';

/** A file name in its own text direction, so that an RTL name never turns the text around it. */
export function FileName({ name }: { readonly name: string }) {
  const shown = visibleName(name);
  return (
    <bdi className="fm-name" title={shown}>
      {shown}
    </bdi>
  );
}
