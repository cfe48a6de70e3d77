export { Drawer } from 'antd'
