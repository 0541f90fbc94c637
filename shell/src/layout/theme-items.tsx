import CheckOutlined from '@ant-design/icons/CheckOutlined';
import { setTheme, type ThemeChoice } from '@sitedeck/sdk';

const CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

type Name = (key: `theme.${ThemeChoice}`) => string;

/** The three themes as menu items, the chosen one ticked. */
export const themeItems = (chosen: ThemeChoice, name: Name) =>
  CHOICES.map((choice) => ({
    key: `theme-${choice}`,
    label: name(`theme.${choice}`),
    icon: <CheckOutlined aria-hidden className={choice === chosen ? '' : 'sh-unticked'} />,
    'aria-checked': choice === chosen,
    onClick: () => setTheme(choice),
  }));
