import '../shared/check-table.css'
import { type NoticeSetting, noticeApi } from '@cascade/contracts/accounts'
import { Card, StateSwitch, useToasts } from '@cascade/ui-kit'
import { Checkbox } from '@cascade/ui-kit/forms'
import { call, messageOf, ownKeyOf, useChange, useMayCall } from '@cascade/web-kit'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { noticeSettingTexts } from './texts'

const settingsQuery = () =>
  queryOptions({
    queryKey: ownKeyOf(noticeApi.settings),
    queryFn: ({ signal }) => call(noticeApi.settings, { signal }),
  })

const channels = ['bell', 'mail'] as const

/** Where the user's notices go, by kind; a change is saved at once. */
export function NoticeSettingsCard() {
  const text = noticeSettingTexts.useText()
  const toasts = useToasts()
  const settings = useQuery(settingsQuery())
  const saving = useChange(noticeApi.changeSettings, { refresh: [noticeApi.settings], alsoOnError: true })
  const mayChange = useMayCall(noticeApi.changeSettings)
  const save = (setting: NoticeSetting) =>
    saving.mutate(
      { body: { settings: [setting] } },
      { onError: error => toasts.error(messageOf(error, text('failed'))) },
    )
  return (
    <Card title={text('title')}>
      <StateSwitch query={settings}>
        {({ data, address, mail }) => (
          <>
            <p>{mail ? (address ? text('mailTo', { address }) : text('noAddress')) : text('noServer')}</p>
            <table className="accounts-check-table">
              <thead>
                <tr>
                  {(['kind', ...channels] as const).map(column => (
                    <th key={column} scope="col">
                      {text(column)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map(setting => (
                  <tr key={setting.kind}>
                    <th scope="row">{text(setting.kind)}</th>
                    {channels.map(channel => (
                      <td key={channel}>
                        <Checkbox
                          checked={setting[channel]}
                          disabled={
                            !mayChange ||
                            saving.isPending ||
                            (channel === 'mail' && !setting.mail && (!mail || !address))
                          }
                          aria-label={`${text(setting.kind)}: ${text(channel)}`}
                          onChange={({ target }) => save({ ...setting, [channel]: target.checked })}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </StateSwitch>
    </Card>
  )
}
