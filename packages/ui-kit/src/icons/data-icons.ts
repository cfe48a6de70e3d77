import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  BookOutlined,
  FilterOutlined,
  LoadingOutlined,
  MoreOutlined,
  PrinterOutlined,
  PushpinOutlined,
  SettingOutlined,
  StarOutlined,
} from '@ant-design/icons'
import { decorative } from './decorative'

export const ArrowDownIcon = decorative(ArrowDownOutlined)
export const ArrowUpIcon = decorative(ArrowUpOutlined)
export const DefaultIcon = decorative(StarOutlined)
export const FilterIcon = decorative(FilterOutlined)
export const LoadingIcon = decorative(LoadingOutlined)
export const MoreIcon = decorative(MoreOutlined)
export const PinIcon = decorative(PushpinOutlined)
export const PrintIcon = decorative(PrinterOutlined)
export const SettingsIcon = decorative(SettingOutlined)
export const ViewsIcon = decorative(BookOutlined)
