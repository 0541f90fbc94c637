/** Facade of antd for dates and times. */
import 'dayjs/locale/zh-cn';

export { default as DatePicker } from 'antd/es/date-picker';
export { default as TimePicker } from 'antd/es/time-picker';
// The copy that antd's pickers use: another copy lacks the plugins they add.
export { default as dayjs } from 'dayjs';
