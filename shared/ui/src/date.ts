/** Facade of antd for dates and times. */
import 'dayjs/locale/zh-cn';

export { default as DatePicker } from 'antd/es/date-picker';
export { default as TimePicker } from 'antd/es/time-picker';
// The one that the pickers know: another copy lacks what they have added to theirs.
export { default as dayjs } from 'dayjs';
