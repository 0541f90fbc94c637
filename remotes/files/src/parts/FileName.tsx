import { visibleName } from '../visible-name';

/** A name on its own line and in its own direction: an RTL name never turns the text around it. */
export function FileName({ name }: { readonly name: string }) {
  const shown = visibleName(name);
  return (
    <bdi className="fm-name" title={shown}>
      {shown}
    </bdi>
  );
}
