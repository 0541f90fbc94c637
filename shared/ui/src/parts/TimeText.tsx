import { formatTime, serverNow } from '@sitedeck/sdk';
import Tooltip from 'antd/es/tooltip';
import { sharedTexts } from '../i18n/shared-texts';
import { useText } from '../i18n/use-text';

const dayOf = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();

interface Props {
  /** ISO 8601; null shows a dash. */
  readonly at: string | null;
}

/** Today and yesterday by name, other days in full; the full local time on hover. */
export function TimeText({ at }: Props) {
  return at ? <Moment at={at} form="" /> : <>—</>;
}

interface SentenceProps {
  /** ISO 8601. */
  readonly at: string;
  /** The sentence with a time in it. */
  readonly words: (time: string) => string;
}

/** Stands for the time in a text. Unlike a printable character, no value in the text holds it. */
const TIME = '\uFFFF';

/** A sentence with a time in it: 统计于今天 12:00, or 统计于 2026-01-02 12:00. */
export function TimeSentence({ at, words }: SentenceProps) {
  const [before = '', after = ''] = words(TIME).split(TIME);
  return (
    <>
      {before}
      <Moment at={at} form=".mid" />
      {after}
    </>
  );
}

/** In the middle of a sentence, a day begins in lower case, and in Chinese a space separates a date from the words before. */
function Moment({ at, form }: { readonly at: string; readonly form: '' | '.mid' }) {
  const text = useText(sharedTexts);
  const full = formatTime(at);
  const time = full.slice(11, 16);
  const now = new Date(serverNow());
  const day = dayOf(new Date(at));
  const yesterday = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
  if (day !== dayOf(now) && day !== yesterday)
    return <time dateTime={at}>{text(`time.date${form}`, { date: full.slice(0, 10), time })}</time>;
  return (
    <Tooltip title={full}>
      <time dateTime={at}>{text(`time.${day === yesterday ? 'yesterday' : 'today'}${form}`, { time })}</time>
    </Tooltip>
  );
}
