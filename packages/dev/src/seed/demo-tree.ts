import type { TreeRole } from '@cascade/contracts'
import type { CreateAccountInput } from '@cascade/contracts/accounts'

/** Initial password of the demo accounts; rejected by a production start. */
export const demoPassword = 'cascade-demo'

/** Points the superadmin issues to their own wallet first. */
export const issuedPoints = 1_000_000

export type DemoAccount = {
  /** Name in this list; on an empty database the server assigns the same one. */
  username: string
  role: Exclude<TreeRole, 'superadmin'>
  parent: string
  credit: number
  person: Omit<CreateAccountInput, 'password' | 'refId'>
}

const mumbai = { country: 'IN', state: 'MH', city: 'Mumbai', pinCode: 400001 }
const pune = { country: 'IN', state: 'MH', city: 'Pune', pinCode: 411001 }
const kolkata = { country: 'IN', state: 'WB', city: 'Kolkata', pinCode: 700001 }
const jaipur = { country: 'IN', state: 'RJ', city: 'Jaipur', pinCode: 302001 }

type Place = typeof mumbai
const person = (
  name: string,
  phone: number,
  dateOfBirth: string,
  address: string,
  place: Place,
  commission: number,
) => {
  const [firstName = name, lastName = ''] = name.split(' ')
  const email = `${firstName}.${lastName}@example.com`.toLowerCase()
  return { firstName, lastName, email, phone, dateOfBirth, address, ...place, commission }
}

const account = (username: string, parent: string, credit: number, who: DemoAccount['person']): DemoAccount => ({
  username,
  role: username.replace(/\d+$/, '') as DemoAccount['role'],
  parent,
  credit,
  person: who,
})

/** Parents come before their children. Gift, loan and otc accounts are created with each admin. */
export const demoTree: readonly DemoAccount[] = [
  account(
    'admin1',
    'superadmin',
    400_000,
    person('Arjun Mehta', 919820011001, '1978-03-14', '12 Marine Drive', mumbai, 40),
  ),
  account(
    'admin2',
    'superadmin',
    100_000,
    person('Farah Khan', 919830022002, '1981-11-02', '4 Park Street', kolkata, 40),
  ),

  account(
    'superareamanager1',
    'admin1',
    150_000,
    person('Vikram Rao', 919820033003, '1983-06-21', '88 Link Road', mumbai, 3),
  ),
  account(
    'superareamanager2',
    'admin1',
    50_000,
    person('Nisha Joshi', 919822044004, '1985-01-30', '7 Deccan Gymkhana', pune, 3),
  ),
  account(
    'superareamanager3',
    'admin2',
    60_000,
    person('Dipankar Sen', 919830181018, '1982-08-12', '21 Ballygunge Road', kolkata, 3),
  ),

  account(
    'areamanager1',
    'superareamanager1',
    60_000,
    person('Rohan Desai', 919820055005, '1987-09-09', '31 Hill Road', mumbai, 2),
  ),
  account(
    'areamanager2',
    'superareamanager1',
    20_000,
    person('Meera Nair', 919822066006, '1986-12-17', '5 Law College Road', pune, 2),
  ),
  account(
    'areamanager3',
    'superareamanager2',
    25_000,
    person('Anil Bhosale', 919822191019, '1984-05-06', '14 Karve Road', pune, 2),
  ),
  account(
    'areamanager4',
    'superareamanager3',
    30_000,
    person('Rupa Ghosh', 919830201020, '1988-10-23', '9 Gariahat Road', kolkata, 2),
  ),

  account(
    'master1',
    'areamanager1',
    20_000,
    person('Sameer Patil', 919820077007, '1990-04-04', '19 Station Road', mumbai, 1),
  ),
  account(
    'master2',
    'areamanager1',
    10_000,
    person('Kavita Shah', 919820088008, '1991-08-25', '2 Carter Road', mumbai, 1),
  ),
  account(
    'master3',
    'areamanager2',
    5_000,
    person('Imran Qureshi', 919414099009, '1989-02-11', '60 Johari Bazar', jaipur, 1),
  ),
  account('master4', 'areamanager3', 8_000, person('Swati Kale', 919822211021, '1992-02-02', '33 Tilak Road', pune, 1)),
  account(
    'master5',
    'areamanager4',
    9_000,
    person('Bikash Roy', 919830221022, '1987-07-15', '50 Lake Road', kolkata, 1),
  ),

  account(
    'player1',
    'master1',
    2_500,
    person('Asha Kulkarni', 919820101010, '1994-05-19', '3 Shivaji Park', mumbai, 0),
  ),
  account('player2', 'master1', 1_200, person('Deepak Verma', 919820111011, '1992-10-10', '44 Dadar West', mumbai, 0)),
  account('player3', 'master1', 750.5, person('Leela Iyer', 919820121012, '1996-07-07', '9 Matunga East', mumbai, 0)),
  account('player4', 'master2', 900, person('Nikhil Gupta', 919820131013, '1993-03-03', '27 Pali Naka', mumbai, 0)),
  account('player5', 'master2', 640.25, person('Pooja Reddy', 919820141014, '1995-12-24', '15 Khar Danda', mumbai, 0)),
  account('player6', 'master3', 500, person('Ravi Singh', 919414151015, '1990-01-15', '8 Amer Road', jaipur, 0)),
  account('player7', 'master3', 320, person('Sunita Sharma', 919414161016, '1997-06-30', '71 Bapu Bazar', jaipur, 0)),
  account('player8', 'master3', 275.75, person('Tariq Ansari', 919414171017, '1991-09-28', '22 Tonk Road', jaipur, 0)),
  account('player9', 'master4', 800, person('Ganesh Pawar', 919822231023, '1995-03-21', '6 Sinhagad Road', pune, 0)),
  account('player10', 'master4', 450, person('Manisha More', 919822241024, '1998-11-11', '2 Paud Road', pune, 0)),
  account('player11', 'master5', 1_000, person('Subir Das', 919830251025, '1993-01-09', '17 Rash Behari', kolkata, 0)),
  account('player12', 'master5', 600, person('Mita Bose', 919830261026, '1996-09-04', '8 Southern Avenue', kolkata, 0)),
]

export const demoLogins = ['superadmin', 'admin1', 'superareamanager1', 'areamanager1', 'master1', 'player1'] as const
