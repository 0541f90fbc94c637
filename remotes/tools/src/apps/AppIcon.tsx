import { iconColour, iconLetters } from './app-icon';

/** The first letters of an app on its colour. */
export function AppIcon({ app, name }: { readonly app: string; readonly name: string }) {
  return (
    <span className="ap-icon" aria-hidden style={{ background: iconColour(app) }}>
      {iconLetters(name)}
    </span>
  );
}
