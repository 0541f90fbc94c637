/** Facade of antd for large and rarely used components. */
export { default as Form } from 'antd/es/form';
export type { FormInstance } from 'antd/es/form';
export { default as InputNumber } from 'antd/es/input-number';
export { default as Progress } from 'antd/es/progress';
export { default as Slider } from 'antd/es/slider';
export { default as Steps } from 'antd/es/steps';
export { default as Timeline } from 'antd/es/timeline';
export { default as Tree } from 'antd/es/tree';
export type { DataNode, TreeProps } from 'antd/es/tree';
