/** Facade of antd for components that most pages need only after the first paint. */
export { default as Alert } from 'antd/es/alert';
export { default as Badge } from 'antd/es/badge';
export { default as Card } from 'antd/es/card';
export { default as Descriptions } from 'antd/es/descriptions';
export { KeptDrawer as Drawer } from './parts/KeptDrawer';
export { default as Popover } from 'antd/es/popover';
export { default as Radio } from 'antd/es/radio';
export { default as Segmented } from 'antd/es/segmented';
export { default as Switch } from 'antd/es/switch';
export { default as Tag } from 'antd/es/tag';
export { default as Tabs } from 'antd/es/tabs';
